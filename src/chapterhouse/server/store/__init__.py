"""What is stored: rows, their schema, the queries, and the database behind them."""
