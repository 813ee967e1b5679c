-- Files whose bytes lie in S3 are known by their key: found when the installation names no S3 any more, and when they move back.
CREATE INDEX file_in_s3 ON file (company_id, id) WHERE storage_key LIKE 's3:%' AND deleted_at IS NULL;
