-- A Russian name with a stray Latin letter is found by its Russian spelling: what the application writes from now on
-- (nameSearchText) is done to what stands. Only the words of both alphabets are changed.
UPDATE supplier s SET name_search = (
  SELECT string_agg(
    CASE WHEN word ~ '[а-я]' THEN translate(word, 'aeopcxykmtbh', 'аеорсхукмтвн') ELSE word END, '' ORDER BY place)
  FROM regexp_split_to_table(s.name_search, '(?<=[^a-zа-я])|(?=[^a-zа-я])') WITH ORDINALITY AS parts(word, place))
WHERE name_search ~ '[a-z]' AND name_search ~ '[а-я]';
