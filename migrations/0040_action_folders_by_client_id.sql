-- A folder of rights that is created twice by one press is one folder.
ALTER TABLE action_folder ADD COLUMN client_id uuid CONSTRAINT action_folder_client_id_unique UNIQUE;
ALTER TABLE action_folder ADD COLUMN client_hash bytea;
