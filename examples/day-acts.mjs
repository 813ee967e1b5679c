/**
 * Prints the purchase acts of a day: an example of a program that reads Priyomka by a key. It needs Node.js 20 and nothing else.
 *
 *   PRIYOMKA_KEY=prk_… node examples/day-acts.mjs [YYYY-MM-DD] [http://127.0.0.1:8080]
 *
 * The key needs the permission «Акты закупки». Sums are integer kopecks, weights integer grams; a list is read page by page.
 */
const [day = new Date().toISOString().slice(0, 10), server = 'http://127.0.0.1:8080'] =
  process.argv.slice(2)
const key = process.env['PRIYOMKA_KEY']

/** Sends a GET call; waits when the server asks to, and ends with its own words when it refuses. */
async function read(path, filter) {
  const address = new URL(`/api/v1/${path}`, server)
  address.searchParams.set('filter', JSON.stringify(filter))
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return read(path, filter)
  }
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${answer.status} ${body.code}: ${body.message}`)
  return body
}

/** Every row of a list: `next` of an answer continues it. */
async function* rows(path, filter) {
  let after
  do {
    const page = await read(path, { ...filter, limit: 200, ...(after && { after }) })
    yield* page.items
    after = page.next
  } while (after)
}

async function main() {
  if (!key) throw new Error('Set PRIYOMKA_KEY to a key of a service account')
  let sum = 0
  let number = 0
  for await (const act of rows('act/getAllActs', { date_from: day, date_to: day })) {
    number += 1
    sum += act.total_kop
    console.log(
      [act.number ?? 'draft', act.status, act.supplier_name, rubles(act.total_kop)].join('\t'),
    )
  }
  console.log(`${day}: ${number} acts, ${rubles(sum)} RUB`)
}

const rubles = (kop) => (kop / 100).toFixed(2)

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
