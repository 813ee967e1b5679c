import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { secret } from '../secret-shapes.ts'

/** As many as one sending of scans takes. */
export const MOST_PHONE_PAGES = 20

/** A link by which one telephone sends pages into an open scanner (security.md 4.11). */
const PhoneLink = z.strictObject({
  id: s.id('phone_link'),
  status: z.enum(['waiting', 'opened', 'ended']),
  expires_at: s.instant,
  /** Numbers of the pages that came, in their order. */
  pages: s.list(s.int(1, MOST_PHONE_PAGES), MOST_PHONE_PAGES),
})

/** What the telephone shows; neither names nor numbers of suppliers: a stranger may have photographed the code. */
const PhoneState = z.strictObject({
  company: s.displayText(255),
  operator: s.displayText(150),
  /** «Акт № 12»; empty where the scanner serves no act. */
  title: s.displayText(100),
  pages: s.int(0, MOST_PHONE_PAGES),
  expires_at: s.instant,
})

/** The calls of the scanner. */
export const phoneLinks = {
  create: call({
    method: 'POST',
    path: '/api/v1/files/createPhoneLink',
    access: 'operator',
    module: 'files',
    action: 'file.upload',
    summary: 'A link by which one telephone sends pages into the scanner; ends the earlier ones',
    body: z.strictObject({
      entity: z.optional(z.enum(['act', 'supplier'])),
      entity_id: z.optional(z.uuid()),
    }),
    result: z.strictObject({
      ...PhoneLink.shape,
      /** The secret is in its fragment and is told this once. */
      address: s.displayText(300),
      qr_svg: s.displayText(40_000),
    }),
    toast: false,
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/files/getPhoneLink',
    access: 'operator',
    module: 'files',
    action: 'file.upload',
    summary: 'Whether a telephone has opened the own link, and which pages came',
    query: z.strictObject({ id: s.id('phone_link') }),
    result: PhoneLink,
    about: ['phone_link'],
    toast: false,
  }),
  getPage: call({
    method: 'GET',
    path: '/api/v1/files/getPhonePage',
    access: 'operator',
    module: 'files',
    action: 'file.upload',
    summary: 'The bytes of a page that a telephone sent, until its link ends',
    query: z.strictObject({ id: s.id('phone_link'), page: s.queryInt(1, MOST_PHONE_PAGES) }),
    result: 'blob',
    toast: false,
  }),
  end: call({
    method: 'POST',
    path: '/api/v1/files/endPhoneLink',
    access: 'operator',
    module: 'files',
    action: 'file.upload',
    summary: 'Ends the own link and removes its pages; a dead one stays as it is',
    body: z.strictObject({
      id: s.id('phone_link'),
      /** How many pages the scanner has: with more of them the link goes on. */
      taken: z.optional(s.int(0, MOST_PHONE_PAGES)),
    }),
    result: s.ok,
    refusals: ['phone.more-pages'],
    toast: false,
  }),
} as const

/** The calls of the telephone. */
export const phone = {
  open: call({
    method: 'POST',
    path: '/api/v1/phone/open',
    access: 'all',
    // Both may look anyhow: a text that is no secret of ours opens nothing.
    summary: 'Binds a link to the first device that opens it; the device names its own key',
    body: z.strictObject({ token: secret(1, 200), key: secret(1, 200) }),
    result: PhoneState,
    refusals: ['phone.link-dead', 'phone.other-device', 'phone.bad-key'],
  }),
  getState: call({
    method: 'GET',
    path: '/api/v1/phone/getState',
    access: 'phone',
    summary: 'Whether the link still takes pages',
    result: PhoneState,
    refusals: ['phone.link-dead'],
  }),
  sendPage: call({
    method: 'POST',
    path: '/api/v1/phone/sendPage',
    access: 'phone',
    summary: 'One JPEG for the scanner; a repeated one is stored once',
    query: z.strictObject({ client_id: s.clientId }),
    body: 'jpeg',
    result: PhoneState,
    refusals: [
      'phone.link-dead',
      'phone.too-many-pages',
      'file.too-large',
      'file.bad-type',
      'file.quota',
    ],
  }),
} as const
