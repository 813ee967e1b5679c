-- The condition of a trigger asks this where the row is written: a cluster reads no table for a body that is kept as a tree.
CREATE OR REPLACE FUNCTION is_closed_key(key int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM seal_key_event e WHERE e.key_id = key AND e.what = 'closed');
END $$;
