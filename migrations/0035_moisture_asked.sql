-- Products whose moisture is asked for in an act; those that exist are not asked until someone says so.
ALTER TABLE product ADD COLUMN asks_moisture boolean NOT NULL DEFAULT false;
