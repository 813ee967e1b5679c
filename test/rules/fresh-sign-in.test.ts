import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeJwt } from 'jose'
import { allCalls } from '#contract/calls.ts'
import { auth } from '#contract/user/auth.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { user } from '#contract/user/user.ts'
import { codeOf } from '#test/authenticator.ts'
import { apiOf } from '#test/support/api.ts'
import { openWorld, worldPassword, type Person } from '#test/support/world.ts'

const world = await openWorld({ config: { askAgainMinutes: 5 } })
after(() => world.close())
const { own, services, app, nobody, supervisor } = world

/** Who sits down at an unlocked screen may not do these: by them an account, rights or keys are taken over. */
const FRESH = `
  auth.endSessions auth.linkAccount auth.beginPasskey auth.removePasskey auth.superRemovePasskeys
  auth.superResetSecondFactor
  user.create user.superUpdate user.superSetStatus user.sendTemporaryLinks user.superEndSessions
  user.updateAction user.updateActionAccess
  user.superCreateServiceAccount user.superUpdateServiceAccount user.superAddServiceKey
  user.superCreateWebhook user.superUpdateWebhook user.superRotateWebhookSecret
  company.addBankConfig company.updateBankConfig device.superCreateAgentCode installation.release`
  .trim()
  .split(/\s+/)

const grownOld = async ({ id }: Person, minutes: number) => {
  const signed_in_at = new Date(Date.now() - minutes * 60_000).toISOString()
  await services.q.updateTable('session').set({ signed_in_at }).where('user_id', '=', id).execute()
  services.sessions.forget()
}
const keysOf = (calls: typeof allCalls) => calls.map(({ key }) => key).toSorted()

test('each call by which an account, rights or keys are taken over asks for a sign-in of the last minutes', async () => {
  const asking = allCalls.filter(({ call }) => call.fresh)
  assert.deepEqual(keysOf(asking), FRESH.toSorted())
  for (const { key, call } of asking) {
    const person =
      call.access === 'super' || call.access.endsWith('-or-super') ? supervisor : own.manager
    await grownOld(person, 6)
    const url = call.path.replaceAll(/:\w+/g, () => own.id)
    const ask = async (api = person.api) => (await api.raw({ method: call.method, url })).body
    assert.match(await ask(), /^{"code":"auth.sign-in-again"/, key)
    await grownOld(person, 4)
    assert.doesNotMatch(await ask(), /sign-in-again/, key)
    await grownOld(person, 6)
    const body = { login: person.login, password: worldPassword }
    const { token } = await nobody.send(auth.login, { body })
    const again = apiOf(app, token)
    assert.doesNotMatch(await ask(again), /sign-in-again/, `${key} after a new sign-in`)
    // Five sessions are kept, and of those that began at one moment any may be the one too many.
    await services.q.deleteFrom('session').where('jti', '=', decodeJwt(token).jti!).execute()
  }
})

test('work goes on with a sign-in of this morning', async () => {
  await grownOld(own.operator, 600)
  await own.operator.api.send(user.getNotices, { query: { filter: {} } })
})

test('with a second factor the password changes after a whole sign-in alone, without one after the password', async () => {
  const { api, login } = own.user
  const change = { body: { old_password: worldPassword, new_password: worldPassword } }
  await grownOld(own.user, 6)
  // The rule of passwords refuses the former one: whatever comes before it was passed.
  assert.equal((await api.refused(auth.changePassword, change)).code, 'auth.weak-password')
  const { secret } = await api.send(secondFactor.beginTotp, { body: { password: worldPassword } })
  await api.send(secondFactor.confirmTotp, { body: { otp: await codeOf(secret) } })
  assert.equal((await api.refused(auth.changePassword, change)).code, 'auth.sign-in-again')
  const body = { login, password: worldPassword, otp: await codeOf(secret, 1) }
  const { token } = await nobody.send(auth.login, { body })
  const again = await apiOf(app, token).refused(auth.changePassword, change)
  assert.equal(again.code, 'auth.weak-password')
})
