-- On a cluster a trigger runs on a part of a table, and Citus hides parts from whoever asks pg_class: nobody was their owner, so no key
-- could be closed. A part has the owner of its table, whose name it continues by a number.
CREATE OR REPLACE FUNCTION is_owner_of(changed oid) RETURNS boolean LANGUAGE sql STABLE
RETURN (SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = coalesce(
  (SELECT oid FROM pg_class WHERE oid = changed),
  to_regclass(regexp_replace(changed::regclass::text, '_\d+$', ''))));
