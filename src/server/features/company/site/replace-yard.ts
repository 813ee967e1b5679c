import type { DeviceInput } from '#contract/device/device-set-up.ts'
import type { PostInput, SiteInput } from '#contract/device/site-devices.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { lockYard, removeDevice, saveDevice } from './save-device.ts'
import { savePost, saveSite } from './save-place.ts'
import * as queries from './yard-queries.ts'

/** Each row as the set-up of devices saves it; a site that is left out is archived. */
export async function replaceSites(tx: Tx, sites: readonly SiteInput[]): Promise<void> {
  for (const [i, site] of sites.entries())
    await saveSite(tx, await lockYard(tx), site, { at: `sites.${i}` })
  const yard = await lockYard(tx)
  const siteKeys = new Set(sites.map(({ name, address }) => `${name}\n${address}`))
  const named = new Set(sites.map(({ id }) => id))
  for (const site of yard.sites) {
    if (named.has(site.id) || siteKeys.has(`${site.name}\n${site.address}`)) continue
    if (site.status === 'archived') continue
    if (site.is_default || yard.devices.some((one) => one.site_id === site.id))
      refuse('site.in-use')
    await saveSite(tx, yard, siteInput(site), { at: 'sites' })
  }
}

/** A post that is left out goes for good, unless a device or a visit names it. */
export async function replacePosts(tx: Tx, posts: readonly PostInput[]): Promise<void> {
  for (const [i, post] of posts.entries())
    await savePost(tx, await lockYard(tx), post, { at: `posts.${i}` })
  const yard = await lockYard(tx)
  const postNumbers = new Set(posts.map(({ number }) => number))
  for (const post of yard.posts) {
    if (postNumbers.has(post.number)) continue
    const used =
      yard.devices.some((one) => one.post_id === post.id) ||
      (await queries.postWasUsed(tx, post.id))
    if (used)
      refuse('common.validation', {
        fields: { posts: `Пост ${post.number} нельзя убрать: он в записях` },
      })
    await queries.deletePost(tx, post.id)
    addAuditEvent(tx, { action: 'post.delete', entity: 'post', id: post.id, before: post })
  }
}

/** A device that is left out goes for good, or is switched off when it has weighed. */
export async function replaceDevices(tx: Tx, devices: readonly DeviceInput[]): Promise<void> {
  for (const [i, device] of devices.entries())
    await saveDevice(tx, await lockYard(tx), device, { at: `devices.${i}` })
  const yard = await lockYard(tx)
  const deviceKeys = new Set(devices.map(({ kind, code }) => `${kind} ${code}`))
  for (const device of yard.devices) {
    if (deviceKeys.has(`${device.kind} ${device.code}`)) continue
    if (!(await queries.deviceWasUsed(tx, device.id))) {
      await removeDevice(tx, yard, device.id)
      continue
    }
    if (device.status === 'disabled') continue
    await queries.changeDevice(tx, device.id, { status: 'disabled' })
    addAuditEvent(tx, {
      action: 'device.update',
      entity: 'device',
      id: device.id,
      before: { disabled: false, title: device.title },
      after: { disabled: true, title: device.title },
    })
  }
}

function siteInput({
  id,
  name,
  address,
}: {
  id: string
  name: string
  address: string
}): SiteInput {
  return { id, name, address, status: 'archived' }
}
