// Package effects calls what changes something outside.
package effects

import (
	"context"
	"fmt"
	"net/http"

	"effects/far"

	"example.com/cloud"
	"example.com/mail"
	"example.com/pumps"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/go-resty/resty/v2"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/sendgrid/sendgrid-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/twilio/twilio-go"
	"google.golang.org/grpc"
)

// The catalogue gives class and domain; whether a key comes along is seen in what the call is given.
func catalogued(ctx context.Context, ec *ec2.Client, sg *sendgrid.Client, tw *twilio.RestClient, kw *kafka.Writer, id string) { // want catalogued:`.*`
	paymentintent.New(&stripe.PaymentIntentParams{}) // want `^external payment paymentintent.New unkeyed mints$`
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(id)
	paymentintent.New(p)                                                      // want `^external payment paymentintent.New keyed by Params.SetIdempotencyKey mints$`
	paymentintent.Get(id, nil)                                                //
	paymentintent.Cancel(id, nil)                                             // want `^set payment paymentintent.Cancel unkeyed mints$`
	ec.RunInstances(ctx, &ec2.RunInstancesInput{})                            // want `^external cloud ec2.RunInstances unkeyed mints$`
	ec.RunInstances(ctx, &ec2.RunInstancesInput{ClientToken: aws.String(id)}) // want `^external cloud ec2.RunInstances keyed by RunInstancesInput.ClientToken mints$`
	sg.Send(nil)                                                              // want `^external email sendgrid-go.Send unkeyed keyless$`
	tw.Api.CreateMessage(nil)                                                 // want `^external sms ApiService.CreateMessage unkeyed keyless$`
	kw.WriteMessages(ctx, kafka.Message{})                                    // want `^external publish Writer.WriteMessages unkeyed keyless$`
}

func options(ctx context.Context, c *asynq.Client, id string) { // want options:`asynq.EnqueueContext unkeyed; asynq.EnqueueContext keyed`
	c.EnqueueContext(ctx, asynq.NewTask("t", nil))                   // want `^external publish asynq.EnqueueContext unkeyed$`
	c.EnqueueContext(ctx, asynq.NewTask("t", nil), asynq.TaskID(id)) // want `^external publish asynq.EnqueueContext keyed by asynq.TaskID$`
	c.EnqueueContext(ctx, asynq.NewTask("t", nil, asynq.TaskID(id))) // want `^external publish asynq.EnqueueContext keyed by asynq.TaskID$`
}

func kv(ctx context.Context, rdb *redis.Client, id string) bool { // want kv:`.*`
	rdb.Set(ctx, id, 1, 0)                              // want `^set kv `
	rdb.Del(ctx, id)                                    // want `^set kv `
	rdb.Incr(ctx, id)                                   // want `^accumulate kv `
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: id})          // want `^accumulate kv `
	rdb.Get(ctx, id)                                    //
	won, _ := rdb.SetNX(ctx, "once:"+id, 1, 0).Result() // want `set claim the claim by cmdable.SetNX key keyed by cmdable.SetNX key`
	return won
}

// What is taken and given back is a lock.
func lock(ctx context.Context, rdb *redis.Client, id string) {
	if won, _ := rdb.SetNX(ctx, "job:"+id, 1, 0).Result(); won { // want `^set kv`
		defer rdb.Del(ctx, "job:"+id) // want `^set kv`
	}
}

func sql(ctx context.Context, pool *pgxpool.Pool, table, id string) { // want sql:`.*`
	pool.Exec(ctx, `INSERT INTO notes (room, text) VALUES ($1, $2)`, 1, 2)                                                                                                                                     // want `^accumulate sql INSERT notes unkeyed$`
	pool.Exec(ctx, `insert into notes (room, text) values ($1, $2) on conflict (room) do nothing`, 1, 2)                                                                                                       // want `^set claim the claim by column room of notes keyed by column room of notes`
	pool.Exec(ctx, `INSERT INTO notes (room) VALUES ($1) ON CONFLICT (room) DO UPDATE SET text = 'x'`, 1)                                                                                                      // want `^set sql INSERT notes unkeyed$`
	pool.Exec(ctx, `INSERT INTO notes (id, text) VALUES ($1, $2)`, id, 2)                                                                                                                                      // want `^set sql INSERT notes unkeyed$`
	pool.Exec(ctx, `INSERT INTO notes (idempotency_key, text) VALUES ($1, $2)`, id, 2)                                                                                                                         // want `^set sql INSERT notes unkeyed$`
	pool.Exec(ctx, `UPDATE rooms SET state = 'closed' WHERE id = $1`, id)                                                                                                                                      // want `^set sql UPDATE rooms unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET balance = balance + $1 WHERE id = $2`, 1, id)                                                                                                                           // want `^accumulate sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET seen = true, balance = balance - $1 WHERE id = $2`, 1, id)                                                                                                              // want `^accumulate sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET name = $1, version = version + 1 WHERE id = $2`, 1, id)                                                                                                                 // want `^set sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET data = data->'x' WHERE id = $1`, id)                                                                                                                                    // want `^set sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `DELETE FROM notes WHERE id = $1`, id)                                                                                                                                                      // want `^set sql DELETE notes unkeyed$`
	pool.Exec(ctx, `SELECT 1`)                                                                                                                                                                                 //
	pool.QueryRow(ctx, `SELECT text FROM notes WHERE id = $1`, id)                                                                                                                                             //
	pool.QueryRow(ctx, `INSERT INTO notes (room) VALUES ($1) RETURNING id`, 1)                                                                                                                                 // want `^accumulate sql INSERT notes unkeyed$`
	pool.Exec(ctx, fmt.Sprintf(`INSERT INTO notes_%s (room) VALUES ($1)`, table), 1)                                                                                                                           // the name of the table is not whole
	pool.Exec(ctx, `INSERT INTO wallets (id, balance) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET balance = wallets.balance + EXCLUDED.balance`, id, 1)                                                     // want `^accumulate sql UPSERT wallets unkeyed$`
	pool.Exec(ctx, `INSERT INTO wallets (id, balance) VALUES (?, ?) ON DUPLICATE KEY UPDATE balance = COALESCE(balance, 0) + VALUES(balance)`, id, 1)                                                          // want `^accumulate sql UPSERT wallets unkeyed$`
	pool.Exec(ctx, `INSERT INTO wallets (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, version = wallets.version + 1`, id, 1)                                                 // want `^set sql INSERT wallets unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET (name, balance) = ($1, coalesce(balance, 0) + $2) WHERE id = $3`, 1, 2, id)                                                                                             // want `^accumulate sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `UPDATE wallets SET balance = (SELECT sum(balance + 1) FROM parts WHERE wallet = $1) WHERE id = $1`, id)                                                                                    // want `^set sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `WITH first AS (INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id) UPDATE wallets SET balance = balance + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM first)`, id, 1, 2) // want `^set sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, `WITH gone AS (DELETE FROM seen WHERE id = $1) UPDATE wallets SET balance = balance + $2 WHERE id = $1`, id, 1)                                                                             // want `^accumulate sql UPDATE wallets unkeyed$`
	pool.Exec(ctx, table)                                                                                                                                                                                      //
	pool.Exec(ctx, `nonsense`)                                                                                                                                                                                 //
}

func resend(id string) { // want resend:`.*`
	c := resty.New().SetRetryCount(3)
	c.R().Post("/orders")                                  // want `^external http HTTP POST unkeyed resent by .*SetRetryCount`
	c.R().SetHeader("Idempotency-Key", id).Post("/orders") // want `^external http HTTP POST keyed by the Idempotency-Key header resent by`
	c.R().Put("/orders/1")                                 // want `^set http HTTP PUT unkeyed`
	c.R().Get("/orders")                                   //
	resty.New().R().Post("/orders")                        // want `^external http HTTP POST unkeyed$`
	resty.New().SetRetryCount(0).R().Post("/orders")       // want `^external http HTTP POST unkeyed$`
	c.R().Execute("PATCH", "/orders/1")                    // want `^external http HTTP PATCH unkeyed`
	c.R().Execute("GET", "/orders/1")                      //
	c.R().Post("/orders/search")                           //
	c.R().Post("https://id.example/oauth/token?x=1")       //
	c.R().Post("/quotes/preview")                          //
	c.R().Post("/statements")                              // want `^external http HTTP POST unkeyed`
}

// A method that the function's name explains asks only.
func verifyCaptcha(c *resty.Client) { c.R().Post("/x") }

func login(c *resty.Client) { c.R().Post("/x") }

// An interface that nothing in sight implements: a strict verb and a noun, an error, and nothing that speaks against it.
func named(ctx context.Context, g mail.Gateway, s mail.LetterStore, k mail.Keyed, id string) { // want named:`Gateway.SendMail unkeyed; Gateway.SendKeyed open`
	g.SendMail(ctx, mail.Letter{})              // want `^external call Gateway.SendMail unkeyed likely$`
	g.SendKeyed(ctx, mail.Keyed{})              // want `^external call Gateway.SendKeyed open likely$`
	g.SendKeyed(ctx, mail.Keyed{Reference: id}) // want `^external call Gateway.SendKeyed`
	g.SendKeyed(ctx, k)                         // want `^external call Gateway.SendKeyed open likely$`
	g.GetMail(ctx, "1")                         //
	g.DeleteMail(ctx, "1")                      //
	s.SendMail(ctx, mail.Letter{})              //
}

// Whoever is given a key performs something that needs one.
func request(ctx context.Context, api cloud.API, id string) { // want request:`.*`
	api.CreateVpnGateway(ctx, map[string]any{"ClientToken": id})    // want `^external call API.CreateVpnGateway keyed by ClientToken entry likely$`
	api.DeleteVpnGateway(ctx, map[string]any{"ClientToken": id})    // want `^set request API.DeleteVpnGateway keyed by ClientToken entry$`
	api.DescribeVpnGateways(ctx, map[string]any{"ClientToken": id}) // want `^read request API.DescribeVpnGateways keyed by ClientToken entry$`
}

func rpc(ctx context.Context, cc grpc.ClientConnInterface) { // want rpc:`.*`
	cc.Invoke(ctx, "/shop.Orders/CreateOrder", nil, nil) // want `^external rpc shop.Orders/CreateOrder unkeyed$`
	cc.Invoke(ctx, "/shop.Orders/GetOrder", nil, nil)    //
	cc.Invoke(ctx, "/shop.Orders/UpdateOrder", nil, nil) // want `^set rpc shop.Orders/UpdateOrder unkeyed$`
	cc.Invoke(ctx, "/shop.Orders/Frob", nil, nil)        //
}

func quiet(s string) string { return far.Quiet(s) }

// A library that sends all its requests alike: the name of what its users call tells what is done.
func alike(c *pumps.Client, id string) { // want alike:`Client.CreatePump unkeyed; Client.CreatePump keyed; Client.DeletePump unkeyed; Client.DeletePump keyed`
	c.CreatePump(&pumps.CreatePumpRequest{Size: 1})                              // want `^external http Client.CreatePump unkeyed again likely$`
	made, _ := c.CreatePump(&pumps.CreatePumpRequest{ClientToken: &id})          // want `^external http Client.CreatePump keyed by CreatePumpRequest.ClientToken again$`
	c.DescribePumps(&pumps.DescribePumpsRequest{Ids: []string{id}})              //
	c.DeletePump(&pumps.DeletePumpRequest{ID: made.PumpID})                      // want `^set http Client.DeletePump unkeyed again likely$`
	c.DeletePump(&pumps.DeletePumpRequest{ID: &id, ClientToken: aws.String(id)}) // want `^set http Client.DeletePump keyed by DeletePumpRequest.ClientToken again$`
}

// An interface that stands for *http.Client.
type sender interface {
	Do(*http.Request) (*http.Response, error)
}

func does(d sender, id string) error { // want does:`HTTP POST unkeyed; HTTP POST keyed`
	req, err := http.NewRequest("POST", "https://pay.example.com/charges", nil)
	if err != nil {
		return err
	}
	d.Do(req) // want `^external http HTTP POST unkeyed$`
	req.Header.Set("Idempotency-Key", id)
	d.Do(req) // want `^external http HTTP POST keyed by the Idempotency-Key header$`
	return nil
}
