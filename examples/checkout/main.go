// Command checkout is a small shop whose every second function charges somebody twice; see the README of idemlint.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"

	"example.com/checkout/orders"
)

func main() {
	stripe.Key = os.Getenv("STRIPE_KEY")
	db, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	desk := orders.NewDesk(db)
	http.HandleFunc("POST /events", func(w http.ResponseWriter, r *http.Request) {
		var e orders.Event
		if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := desk.Handle(r.Context(), e); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
