import * as z from 'zod/mini'
import { cameraSearchParams } from './camera-search.ts'
import { Device, Post, postInput, Site, siteInput } from '../company/company-entities.ts'
import { printer, YardRules, yardRulesInput } from '../core/module-settings.ts'
import { relayState } from './relay.ts'
import * as s from '../core/shapes.ts'

/** A device as the yard sees it, with what its link carried lately. */
export const DeviceState = z.extend(Device, {
  site_name: s.displayText(100),
  frames_per_second: z.nullable(s.int(0, 1000)),
  bad_frames_hour: z.nullable(s.count),
  /** How far apart the zeros of the last day stand; over three divisions `e_g` the screen warns (devices.md 4.3). */
  zero_drift_g: z.nullable(s.grams),
  /** The lamp, the barrier and the loop of a relay board; null while unknown. */
  relays: z.nullable(relayState),
})
export type DeviceState = z.output<typeof DeviceState>

/** What who sets a yard up works on; connections are here, passwords are not. */
export const YardSetUp = z.strictObject({
  company_id: s.id('company'),
  company_name: s.displayText(60),
  /** Of the company, which holds the rules. */
  version: s.version,
  rules: YardRules,
  sites: s.list(Site, 100),
  posts: s.list(z.extend(Post, { printer: z.nullable(printer) }), 99),
  devices: s.list(DeviceState, 300),
})
export type YardSetUp = z.output<typeof YardSetUp>

/** What every row that is saved bears. */
export const saveRow = {
  companyId: s.id('company'),
  client_id: z.optional(s.clientId),
  /** Of the row that is changed; left out for a new one. */
  version: z.optional(s.version),
}

export const saveSiteBody = z.strictObject({ ...saveRow, site: siteInput })
/** `printer` null takes the slip printer away, left out keeps it. */
export const savePostBody = z.strictObject({
  ...saveRow,
  post: postInput,
  printer: z.optional(z.nullable(printer)),
})
export const saveRulesBody = z.strictObject({
  companyId: s.id('company'),
  version: s.version,
  rules: yardRulesInput,
})

export const ofSite = { companyId: s.id('company'), site_id: s.id('site') }
export const findCamerasBody = z.strictObject({ ...ofSite, ...cameraSearchParams.shape })

export type SiteInput = z.output<typeof siteInput>
export type PostInput = z.output<typeof postInput>
