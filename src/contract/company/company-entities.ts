import { updateStates } from '../device/release/agent-update.ts'
import * as z from 'zod/mini'
import { deviceCode } from '../device/reading.ts'
import { BankConfig } from '../bank/bank-entities.ts'
import { arrivalSteps } from './move-messages.ts'
import { companyFields } from './company-record.ts'
import { CompanySettings } from './company-settings.ts'
import { routableTags } from '../core/module-tags.ts'
import { answerShapes } from '../record/record-field.ts'
import * as s from '../core/shapes.ts'

export const companyStatuses = ['new', 'active', 'suspended', 'archived'] as const
export type CompanyStatus = (typeof companyStatuses)[number]
const siteStatuses = ['active', 'archived'] as const
export const postKinds = ['truck', 'platform'] as const
const deviceKinds = ['scale', 'plate_camera', 'camera', 'relay'] as const
const deviceStatuses = ['online', 'offline', 'disabled'] as const

/** A row of a child list: with an id it changes that row, without one it adds a row. */
export const siteInput = z.strictObject({
  id: z.optional(s.id('site')),
  name: s.text(100),
  address: s.text(500),
  is_default: z.optional(z.boolean()),
  status: z.optional(z.enum(siteStatuses)),
})

/** `site_id` may be left out while the company has one site. */
export const postInput = z.strictObject({
  id: z.optional(s.id('post')),
  site_id: z.optional(s.id('site')),
  number: deviceCode,
  kind: z.enum(postKinds),
  title: s.text(60),
})

export const routeInput = z.strictObject({
  tag: z.enum(routableTags),
  url: z
    .string()
    .check(z.maxLength(300), z.regex(/^https:\/\/[^\s?#@]+\/$/, 'Адрес вида https://…/')),
})

export const Site = z.strictObject({
  id: s.id('site'),
  name: s.displayText(100),
  address: s.displayText(500),
  is_default: z.boolean(),
  status: z.enum(siteStatuses),
  agent: z.nullable(
    z.strictObject({
      id: s.id('agent'),
      status: z.enum(['online', 'offline', 'revoked']),
      version: s.displayText(20),
      last_seen_at: z.nullable(s.instant),
      /** Of its own program, as the agent told it last. */
      update: z.strictObject({
        state: z.enum(updateStates),
        release: z.nullable(s.displayText(20)),
        detail: s.displayText(300),
      }),
    }),
  ),
  version: s.version,
})
export type Site = z.output<typeof Site>

export const Post = z.strictObject({
  id: s.id('post'),
  site_id: s.id('site'),
  number: deviceCode,
  kind: z.enum(postKinds),
  title: s.displayText(60),
  version: s.version,
})
export type Post = z.output<typeof Post>

/** A device with its state; weights only for scales, the connection only for SUPERVISOR and without passwords. */
export const Device = z.strictObject({
  id: s.id('device'),
  site_id: s.id('site'),
  post_id: z.nullable(s.id('post')),
  post: z.nullable(deviceCode),
  kind: z.enum(deviceKinds),
  code: deviceCode,
  title: s.displayText(60),
  driver: s.displayText(40),
  max_g: z.nullable(s.grams),
  min_g: z.nullable(s.grams),
  d_g: z.nullable(s.grams),
  e_g: z.nullable(s.grams),
  zero_band_g: z.nullable(s.grams),
  presence_g: z.nullable(s.grams),
  verification_until: z.nullable(s.day),
  verification_doc: z.nullable(s.displayText(100)),
  status: z.enum(deviceStatuses),
  /** The Russian sentence of the agent about this device; empty when all is well. */
  status_detail: s.displayText(300),
  last_seen_at: z.nullable(s.instant),
  /** Its address is the yard simulator's: the screen shows «УЧЕБНАЯ ПЛОЩАДКА». */
  training: z.boolean(),
  connection: z.optional(s.jsonValue(4096)),
  version: s.version,
})
export type Device = z.output<typeof Device>

/** A company without its child lists. */
export const Company = z.extend(z.strictObject(answerShapes(companyFields)), {
  id: s.id('company'),
  status: z.enum(companyStatuses),
  sites_count: z.optional(s.count),
  users_count: z.optional(s.count),
  created_at: s.instant,
  version: s.version,
})
export type Company = z.output<typeof Company>

/** A company whole; for its own people bank configurations carry no keys and devices no connections. */
export const CompanyCard = z.extend(Company, {
  settings: CompanySettings,
  sites: s.list(Site, 100),
  posts: s.list(Post, 99),
  devices: s.list(Device, 300),
  routeTable: s.list(z.strictObject({ tag: z.enum(routableTags), url: s.displayText(300) }), 3),
  bank_configs: s.list(BankConfig, 100),
  /** Where it works since it left this installation; for SUPERVISOR. */
  moved_to: z.optional(s.displayText(300)),
  /** It came from another installation and does not work here yet; for SUPERVISOR. */
  arrival: z.optional(z.enum(arrivalSteps)),
  /** What activation still needs (domain.md 3.1), by field. */
  missing: z.optional(
    s.list(z.strictObject({ field: s.displayText(60), message: s.displayText(200) }), 20),
  ),
})
export type CompanyCard = z.output<typeof CompanyCard>
