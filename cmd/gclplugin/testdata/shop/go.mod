module example.com/shop

go 1.25.0

require (
	github.com/google/uuid v1.6.0
	github.com/stripe/stripe-go/v82 v82.0.0
)

replace (
	github.com/google/uuid => ./lib/uuid
	github.com/stripe/stripe-go/v82 => ./lib/stripe
)
