module github.com/idemlint/idemlint/testdata/upstream

go 1.26.0

require (
	cloud.google.com/go v0.123.0
	cloud.google.com/go/cloudtasks v1.21.1
	cloud.google.com/go/compute v1.75.0
	cloud.google.com/go/firestore v1.29.2
	cloud.google.com/go/pubsub v1.52.0
	cloud.google.com/go/pubsub/v2 v2.9.0
	cloud.google.com/go/spanner v1.96.1
	cloud.google.com/go/storage v1.70.0
	connectrpc.com/connect v1.21.1
	entgo.io/ent v0.14.5
	firebase.google.com/go/v4 v4.19.0
	github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0
	github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs/v2 v2.0.2
	github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus v1.11.0
	github.com/IBM/sarama v1.61.1
	github.com/Masterminds/squirrel v1.5.4
	github.com/PaddleHQ/paddle-go-sdk/v4 v4.1.0
	github.com/Rican7/retry v0.3.1
	github.com/Shopify/sarama v1.38.1
	github.com/ThreeDotsLabs/watermill v1.5.1
	github.com/anthropics/anthropic-sdk-go v1.84.0
	github.com/anthropics/anthropic-sdk-go/v2 v2.15.0
	github.com/apache/pulsar-client-go v0.19.0
	github.com/avast/retry-go/v4 v4.7.0
	github.com/avast/retry-go/v5 v5.1.1
	github.com/aws/aws-lambda-go v1.55.1
	github.com/aws/aws-sdk-go v1.55.8
	github.com/aws/aws-sdk-go-v2 v1.48.0
	github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue v1.21.21
	github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression v1.10.9
	github.com/aws/aws-sdk-go-v2/service/batch v1.65.2
	github.com/aws/aws-sdk-go-v2/service/cloudformation v1.84.0
	github.com/aws/aws-sdk-go-v2/service/dynamodb v1.74.0
	github.com/aws/aws-sdk-go-v2/service/ec2 v1.347.0
	github.com/aws/aws-sdk-go-v2/service/ecs v1.105.1
	github.com/aws/aws-sdk-go-v2/service/efs v1.41.18
	github.com/aws/aws-sdk-go-v2/service/eventbridge v1.55.11
	github.com/aws/aws-sdk-go-v2/service/kinesis v1.56.13
	github.com/aws/aws-sdk-go-v2/service/lambda v1.115.0
	github.com/aws/aws-sdk-go-v2/service/pinpointsmsvoicev2 v1.29.1
	github.com/aws/aws-sdk-go-v2/service/rds v1.133.0
	github.com/aws/aws-sdk-go-v2/service/s3 v1.114.10
	github.com/aws/aws-sdk-go-v2/service/scheduler v1.18.2
	github.com/aws/aws-sdk-go-v2/service/secretsmanager v1.51.0
	github.com/aws/aws-sdk-go-v2/service/ses v1.43.0
	github.com/aws/aws-sdk-go-v2/service/sesv2 v1.79.9
	github.com/aws/aws-sdk-go-v2/service/sfn v1.41.2
	github.com/aws/aws-sdk-go-v2/service/sns v1.48.0
	github.com/aws/aws-sdk-go-v2/service/sqs v1.53.0
	github.com/aws/smithy-go v1.28.9
	github.com/benbjohnson/clock v1.3.5
	github.com/bradfitz/gomemcache v0.0.0-20230905024940-24af94b03874
	github.com/bsm/redislock v0.9.4
	github.com/bwmarrin/snowflake v0.3.0
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/cloudwego/eino v0.7.36
	github.com/cockroachdb/cockroach-go/v2 v2.4.2
	github.com/confluentinc/confluent-kafka-go/v2 v2.11.1
	github.com/dchest/uniuri v1.2.0
	github.com/dgraph-io/badger/v4 v4.8.0
	github.com/doug-martin/goqu/v9 v9.19.0
	github.com/eapache/go-resiliency v1.7.0
	github.com/eclipse/paho.mqtt.golang v1.5.1
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/firebase/genkit/go v1.4.0
	github.com/gin-gonic/gin v1.12.0
	github.com/go-chi/chi/v5 v5.5.0
	github.com/go-co-op/gocron/v2 v2.21.2
	github.com/go-pg/pg/v10 v10.11.0
	github.com/go-redis/redis v6.15.9+incompatible
	github.com/go-redis/redis/v7 v7.4.1
	github.com/go-redis/redis/v8 v8.11.5
	github.com/go-redsync/redsync/v4 v4.18.1
	github.com/go-resty/resty/v2 v2.17.2
	github.com/go-sql-driver/mysql v1.10.1
	github.com/go-viper/mapstructure/v2 v2.5.0
	github.com/gofiber/fiber/v2 v2.52.15
	github.com/gofiber/fiber/v3 v3.1.0
	github.com/gofrs/uuid v4.4.0+incompatible
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/gojek/heimdall/v7 v7.0.3
	github.com/gomodule/redigo v1.9.3
	github.com/google/go-github/v89 v89.0.0
	github.com/google/uuid v1.6.0
	github.com/googleapis/gax-go/v2 v2.27.0
	github.com/hashicorp/consul/api v1.34.5
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/hashicorp/go-uuid v1.0.4
	github.com/hashicorp/golang-lru v1.0.2
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/hashicorp/terraform-plugin-sdk/v2 v2.40.1
	github.com/hibiken/asynq v0.26.0
	github.com/idemlint/idemlint v0.0.0
	github.com/jackc/pgconn v1.14.3
	github.com/jackc/pgerrcode v0.0.0-20250907135507-afb5586c32a6
	github.com/jackc/pgx/v4 v4.18.3
	github.com/jackc/pgx/v5 v5.13.0
	github.com/jaevor/go-nanoid v1.4.0
	github.com/jmoiron/sqlx v1.4.0
	github.com/jonboulle/clockwork v0.5.0
	github.com/jordan-wright/email v4.0.1-0.20210109023952-943e75fe5223+incompatible
	github.com/juju/retry v1.0.1
	github.com/keighl/postmark v0.0.0-20190821160221-28358b1a94e3
	github.com/labstack/echo/v4 v4.16.4
	github.com/lib/pq v1.12.3
	github.com/lithammer/shortuuid/v4 v4.3.0
	github.com/mailgun/mailgun-go/v4 v4.23.0
	github.com/mailjet/mailjet-apiv3-go/v4 v4.0.7
	github.com/mark3labs/mcp-go v1.2.1
	github.com/matoous/go-nanoid/v2 v2.1.0
	github.com/matryer/try v0.0.0-20161228173917-9ac251b645a2
	github.com/mattn/go-sqlite3 v1.14.53
	github.com/mercadopago/sdk-go v1.8.0
	github.com/midtrans/midtrans-go v1.3.8
	github.com/mitchellh/mapstructure v1.5.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/mrz1836/postmark v1.7.4
	github.com/nats-io/nats.go v1.55.0
	github.com/nats-io/nuid v1.0.1
	github.com/nats-io/stan.go v0.8.3
	github.com/nsqio/go-nsq v1.1.0
	github.com/oklog/ulid/v2 v2.1.2
	github.com/openai/openai-go/v3 v3.99.0
	github.com/patrickmn/go-cache v2.1.0+incompatible
	github.com/pborman/uuid v1.2.1
	github.com/plutov/paypal/v4 v4.8.0
	github.com/pressly/goose/v3 v3.30.1
	github.com/prometheus/client_golang v1.25.0
	github.com/rabbitmq/amqp091-go v1.16.0
	github.com/razorpay/razorpay-go v1.3.3
	github.com/redis/go-redis/v9 v9.23.0
	github.com/redis/rueidis v1.0.79
	github.com/resend/resend-go/v2 v2.28.0
	github.com/resend/resend-go/v3 v3.1.1
	github.com/riverqueue/river v0.51.2
	github.com/riverqueue/river/rivertype v0.51.2
	github.com/robfig/cron/v3 v3.0.1
	github.com/rs/xid v1.6.0
	github.com/samber/lo v1.53.0
	github.com/sashabaranov/go-openai v1.43.0
	github.com/satori/go.uuid v1.2.0
	github.com/segmentio/kafka-go v0.4.51
	github.com/segmentio/ksuid v1.0.4
	github.com/sendgrid/sendgrid-go v3.16.1+incompatible
	github.com/sethvargo/go-retry v0.5.0
	github.com/sideshow/apns2 v0.25.0
	github.com/slack-go/slack v0.36.0
	github.com/sony/sonyflake v1.2.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/streadway/amqp v1.1.0
	github.com/stripe/stripe-go/v82 v82.5.1
	github.com/svix/svix-webhooks v1.44.0
	github.com/teris-io/shortid v0.0.0-20220617161101-71ec9f2aa569
	github.com/tmc/langchaingo v0.1.14
	github.com/twilio/twilio-go v1.31.0
	github.com/twmb/franz-go v1.22.3
	github.com/uptrace/bun v1.3.0
	github.com/valyala/fasthttp v1.78.0
	github.com/wneessen/go-mail v0.8.1
	go.etcd.io/bbolt v1.4.3
	go.etcd.io/etcd/client/v3 v3.7.3
	go.jetify.com/typeid v1.3.0
	go.mongodb.org/mongo-driver v1.17.10
	go.mongodb.org/mongo-driver/v2 v2.10.0
	go.opentelemetry.io/otel/metric v1.47.0
	go.temporal.io/sdk v1.51.0
	google.golang.org/api v0.315.0
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
	gopkg.in/gomail.v2 v2.0.0-20160411212932-81ebce5c23df
	gorm.io/gorm v1.31.2
	k8s.io/apimachinery v0.37.2
	k8s.io/client-go v0.37.2
	k8s.io/utils v0.0.0-20261023123148-ca04ba58ecab
	modernc.org/sqlite v1.62.0
	resty.dev/v3 v3.0.0-rc.4
	sigs.k8s.io/controller-runtime v0.25.2
	xorm.io/xorm v1.4.3
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dgraph-io/ristretto/v2 v2.2.0 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/google/flatbuffers v25.2.10+incompatible // indirect
	github.com/gorilla/websocket v1.5.4-0.20250319132907-e064f32e3674 // indirect
	github.com/jmespath/go-jmespath v0.4.0 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace github.com/idemlint/idemlint => ../..
