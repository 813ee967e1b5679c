import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '#test/support/database.ts'
import { shorten } from '../../text/shorten.ts'
import { openDatabase, openPool } from '../connection/pool.ts'
import { shortenText } from './shorten-text.ts'

const database = await openTestDatabase()
const q = openDatabase(openPool({ databaseUrl: database.url, size: 1 }))
after(async () => {
  await q.destroy()
  await database.drop()
})

test('a shortened text ends with an ellipsis, in SQL as elsewhere', async () => {
  for (const signs of [1, 499, 500, 501, 900]) {
    const text = 'Лом '.repeat(300).slice(0, signs)
    const { rows } = await sql<{
      cut: string
    }>`select ${shortenText(sql`${text}::text`, 500)} as cut`.execute(q)
    assert.equal(rows[0]?.cut, shorten(text, 500))
    assert.equal(rows[0]?.cut.endsWith('…'), signs > 500)
  }
})
