-- online: the history of a whole column of prices, newest first; without a product the index of a cell does not serve.
CREATE INDEX CONCURRENTLY IF NOT EXISTS price_history_of_column ON price_history (company_id, column_id, at DESC, id DESC);
