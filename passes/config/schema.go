package config

import (
	"bytes"
	"encoding/json"
)

// object is a piece of a JSON schema.
type object = map[string]any

// Schema is the JSON schema of the configuration file for editors, for the rules there are.
func Schema(rules []string) ([]byte, error) {
	root := properties(topKeys(), rules)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["$id"] = "https://github.com/idemlint/idemlint/blob/main/docs/idemlint.schema.json"
	root["title"] = "idemlint: " + FileName
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	err := enc.Encode(root)
	return b.Bytes(), err
}

func properties(keys []key, rules []string) object {
	props := object{}
	for _, k := range keys {
		s := k.schema(rules)
		s["description"] = k.doc
		props[k.name] = s
	}
	return object{"type": "object", "additionalProperties": false, "properties": props}
}

func boolean([]string) object { return object{"type": "boolean"} }
func level([]string) object   { return object{"enum": levelNames()} }

func rules(names []string) object {
	props := object{}
	for _, n := range names {
		props[n] = object{"enum": settings()}
	}
	return object{"type": "object", "additionalProperties": false, "properties": props}
}

func pattern([]string) object { return object{"type": "string", "minLength": 1} }

func patterns(rules []string) object { return object{"type": "array", "items": pattern(rules)} }

func pathRules(rules []string) object {
	entry := properties(pathKeys(), rules)
	entry["required"] = []string{"path"}
	return object{"type": "array", "items": entry}
}

func lines([]string) object {
	return object{"oneOf": []object{{"type": "string"}, {"type": "array", "items": object{"type": "string"}}}}
}

func windows([]string) object {
	return object{
		"type":                 "object",
		"propertyNames":        object{"pattern": windowName.String()},
		"additionalProperties": object{"type": "string", "pattern": `^([0-9]+d)?([0-9.]+(ns|us|µs|ms|s|m|h))*$`},
	}
}
