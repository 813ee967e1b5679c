import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldNames, type RecordFields, type RecordValues } from '#contract/record/record-field.ts'
import { managedPersonFields, ownPersonFields, personFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import { user } from '#contract/user/user.ts'
import { fieldTitle } from '#server/features/audit/field-titles.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { addPerson, openWorld, type World } from '#test/support/world.ts'

// Every field that the record of a person describes, so that one more is carried by every place (docs/recipes/record-field.md).

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const root = () => world.supervisor.api
const sample = <F extends RecordFields>(fields: F) => sampleValues(fields, {}) as RecordValues<F>
const described = ({ info }: User) => describedFields(personFields, info)

async function stored(id: string): Promise<User> {
  const { items } = await root().send(user.superGetAll, { query: { filter: { ids: [id] } } })
  return items[0]!
}

/** The journal has every field: one that tells of a person is masked there. */
async function assertAudited(id: string, action: string, values: Record<string, unknown>) {
  const [event] = await supplierForms(world.own).audit(id, action)
  const changes = event!.after as Record<string, unknown>
  for (const name of fieldNames(personFields)) {
    const { personal } = personFields[name]
    assert.equal(changes[name] === values[name], !personal, `${name} in the journal`)
    assert.ok(changes[name], `${name} is not in the journal`)
    assert.notEqual(fieldTitle(name), name)
  }
}

test('each field of a person is stored when it is made, answered, and named in the journal', async () => {
  const values = sample(personFields)
  const made = await root().send(user.create, {
    body: { login: 'each-field', ...values, company_id: world.own.id, role: 'USER', roles: [] },
  })
  assert.deepEqual(described(made), values)
  assert.deepEqual(described(await stored(made.id)), values)
  await assertAudited(made.id, 'user.create', values)
})

test('each field of a person is stored by either change of whoever manages people', async () => {
  const { id } = await addPerson(world.app, world.services, world.own.id, 'managed', 'USER', [])
  const first = sample(personFields)
  const { version } = await stored(id)
  await root().send(user.superUpdate, { body: { id, version, ...first } })
  assert.deepEqual(described(await stored(id)), first)
  await assertAudited(id, 'user.super-update', first)
  const second = sample(personFields)
  await root().send(user.updateInfo, { body: { id, version: version + 1, ...second } })
  assert.deepEqual(described(await stored(id)), second)
  await assertAudited(id, 'user.update', second)
})

test('a person changes each own field and none of the others', async () => {
  const person = await addPerson(world.app, world.services, world.own.id, 'owner-of', 'USER', [])
  const { version, info } = await stored(person.id)
  const own = sample(ownPersonFields)
  for (const [name, value] of Object.entries(sample(managedPersonFields))) {
    const body = { id: person.id, version, ...own, [name]: value }
    assert.equal((await person.api.refused(user.updateInfo, { body })).code, 'access.denied', name)
  }
  await person.api.send(user.updateInfo, { body: { id: person.id, version, ...own } })
  const expected = { ...describedFields(personFields, info), ...own }
  assert.deepEqual(described(await stored(person.id)), expected)
})
