package uuid

func NewString() string { return "" }
