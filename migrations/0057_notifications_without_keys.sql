-- The key in the address of a bank's notifications is proven by its signature: no row leads from it to the company.
DROP TABLE webhook_key;
