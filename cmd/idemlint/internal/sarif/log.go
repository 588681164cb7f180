// Package sarif writes a report as SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
package sarif

// The part of the format that we write; the test holds it against the official schema. Slices that may be empty have
// omitempty: the schema forbids null. See docs/dependencies.md for why these are our own.
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool               tool                        `json:"tool"`
		Invocations        []invocation                `json:"invocations"`
		OriginalURIBaseIDs map[string]artifactLocation `json:"originalUriBaseIds"`
		ColumnKind         string                      `json:"columnKind"`
		Results            []result                    `json:"results"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name           string       `json:"name"`
		FullName       string       `json:"fullName"`
		Version        string       `json:"version"`
		SemVer         string       `json:"semanticVersion,omitempty"`
		InformationURI string       `json:"informationUri"`
		Rules          []descriptor `json:"rules"`
	}
	descriptor struct {
		ID               string          `json:"id"`
		Name             string          `json:"name"`
		ShortDescription *multiformat    `json:"shortDescription,omitempty"`
		FullDescription  *multiformat    `json:"fullDescription,omitempty"`
		Help             *multiformat    `json:"help,omitempty"`
		HelpURI          string          `json:"helpUri,omitempty"`
		Default          *configuration  `json:"defaultConfiguration,omitempty"`
		Properties       *ruleProperties `json:"properties,omitempty"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	ruleProperties struct {
		Tags            []string `json:"tags"`
		ProblemSeverity string   `json:"problem.severity"`
		Precision       string   `json:"precision"`
		Group           string   `json:"group"`
		Scope           string   `json:"scope"`
		Since           string   `json:"since"`
	}
	multiformat struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	message struct {
		Text string `json:"text"`
	}
	invocation struct {
		Successful    bool           `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string  `json:"level"`
		Message message `json:"message"`
	}
	result struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             message           `json:"message"`
		Locations           []location        `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
		RelatedLocations    []location        `json:"relatedLocations,omitempty"`
		Fixes               []fix             `json:"fixes,omitempty"`
		Suppressions        []suppression     `json:"suppressions,omitempty"`
		Properties          *resultProperties `json:"properties,omitempty"`
	}
	resultProperties struct {
		Evidence string `json:"evidence"`
	}
	location struct {
		ID       *int              `json:"id,omitempty"`
		Physical physicalLocation  `json:"physicalLocation"`
		Logical  []logicalLocation `json:"logicalLocations,omitempty"`
		Message  *message          `json:"message,omitempty"`
	}
	logicalLocation struct {
		Name               string `json:"name"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
	physicalLocation struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   *region          `json:"region,omitempty"`
	}
	artifactLocation struct {
		URI         string   `json:"uri"`
		URIBaseID   string   `json:"uriBaseId,omitempty"`
		Description *message `json:"description,omitempty"`
	}
	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	codeFlow struct {
		ThreadFlows []threadFlow `json:"threadFlows"`
	}
	threadFlow struct {
		Locations []threadFlowLocation `json:"locations"`
	}
	threadFlowLocation struct {
		Location location `json:"location"`
	}
	fix struct {
		Description message          `json:"description"`
		Changes     []artifactChange `json:"artifactChanges"`
	}
	artifactChange struct {
		Artifact     artifactLocation `json:"artifactLocation"`
		Replacements []replacement    `json:"replacements"`
	}
	replacement struct {
		Deleted  region   `json:"deletedRegion"`
		Inserted *message `json:"insertedContent,omitempty"`
	}
	suppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification,omitempty"`
	}
)
