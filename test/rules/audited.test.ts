import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listChanges } from '#server/features/audit/describe-changes.ts'
import { changedTables } from '../bad-input/digest.ts'
import { refusalOf } from '../bad-input/verdict.ts'
import { openGround, tell, type Ground } from '../bad-input/walk.ts'

let ground: Ground
before(async () => {
  ground = await openGround()
})
after(() => ground.close())

/** Calls whose changes have no history, with the reason. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  'auth.beginPasskey': 'what a browser is asked to sign: gone in five minutes',
  'auth.beginPasskeySignIn': 'the same, where nobody is known yet',
  'user.updatePreference': 'how one person sees the screens',
  'user.updateNoticeChoices': 'which notices one person wants',
  'live.noteReader': 'who has a record open this minute',
  'user.beginPush': 'the key of the installation, made once',
}

test('most good requests succeed or wait for a PIN, and each that changes a row adds an audit event', async (t) => {
  const codes = new Map<string, number>()
  const silent = new Set<string>()
  let audited = 0
  let earlier = await ground.ledger.read()
  for (const { call, input, key } of ground.samples) {
    if (call.result === 'stream' || key === 'auth.logout') continue
    const answer = await ground.send(call, input)
    const isDone = answer.statusCode === 200
    const code = isDone ? 'done' : refusalOf(call, answer, tell({ key }, input)).code
    codes.set(code, (codes.get(code) ?? 0) + 1)
    const later = await ground.ledger.read()
    const changed = changedTables(earlier, later)
    earlier = later
    if (!isDone || changed.length === 0) continue
    if (changed.includes('audit_event')) audited++
    else if (!(key in WITHOUT_EVENT)) silent.add(`${tell({ key }, changed)}`)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(codes)))
  const good = (codes.get('done') ?? 0) + (codes.get('approval.required') ?? 0)
  assert.ok(good > ground.samples.length * 0.6, `only ${good} of ${ground.samples.length}`)
  assert.ok(audited > 30, `${audited} requests with an event`)
  assert.deepEqual(
    [...silent],
    [],
    'Call addAuditEvent in its transaction (docs/recipes, a call), or give the reason in WITHOUT_EVENT',
  )
})

/** Of the events that the good requests have left, from any depth. */
async function fieldsOfEvents(): Promise<string[]> {
  const events = await ground.world.services.q
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .execute()
  const fields = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (value === null || typeof value !== 'object') return
    for (const [field, part] of Object.entries(value)) {
      // By the number of a post.
      if (!/^\d+$/.test(field)) fields.add(field)
      walk(part)
    }
  }
  for (const { before, after } of events) walk([before, after])
  return [...fields]
}

test('every field of these events has a title for people', async () => {
  const fields = await fieldsOfEvents()
  assert.ok(fields.length > 150, `${fields.length} fields`)
  const untitled = fields.filter((field) => listChanges({}, { [field]: 1 }) === field)
  assert.deepEqual(untitled, [], 'Name it in FIELDS of src/server/features/audit/field-titles.ts')
})
