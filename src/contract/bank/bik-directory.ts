import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { bik } from '../requisite-shapes.ts'
import * as s from '../core/shapes.ts'

/** From this age in days a directory is told as old: the Bank of Russia opens and closes participants every week. */
export const OLD_DIRECTORY_DAYS = 30

/** A bank as the Bank of Russia's directory names it; without `corr_account` it takes no money to accounts by itself. */
export const BikBank = z.strictObject({
  bik: s.displayText(9),
  name: s.displayText(200),
  /** Town, as the directory spells it. */
  place: z.nullable(s.displayText(100)),
  corr_account: z.nullable(s.displayText(20)),
})
export type BikBank = z.output<typeof BikBank>

export const BikAnswer = z.strictObject({
  bank: z.nullable(BikBank),
  /** A whole sentence when money to this БИК may not arrive: unknown, closed, in liquidation, restricted. */
  warning: z.nullable(s.displayText(300)),
  /** The day of the directory that answered; null while none is loaded. */
  directory_day: z.nullable(s.day),
  /** A whole sentence once that directory is thirty days old: what opened or closed since, it does not know. */
  directory_warning: z.nullable(s.displayText(300)),
})
export type BikAnswer = z.output<typeof BikAnswer>

const bikChanges = ['added', 'closed', 'reopened', 'renamed', 'account', 'restricted'] as const
export type BikChange = (typeof bikChanges)[number]

/** One load of a directory and its changes. */
export const BikLoad = z.strictObject({
  id: s.id('bik_load'),
  business_day: s.day,
  directory_version: s.count,
  /** `product`: the table that ships with the program; `restored`: an earlier directory that was restored. */
  source: z.enum(['product', 'upload', 'restored']),
  bank_count: s.count,
  account_count: s.count,
  added: s.count,
  closed: s.count,
  changed: s.count,
  /** The first of the changes. */
  changes: s.list(
    z.strictObject({ bik: s.displayText(9), name: s.displayText(200), change: z.enum(bikChanges) }),
    200,
  ),
  loaded_at: s.instant,
  loaded_by_name: z.nullable(s.displayText(150)),
  /** The day of the directory that can be restored; only of the current load. */
  former_day: z.nullable(s.day),
  /** Why the current directory cannot be right, or that it is old, in a whole sentence. */
  warning: z.nullable(s.displayText(300)),
})
export type BikLoad = z.output<typeof BikLoad>

/** A file that would close so many banks that a person must see it first; nothing was done. */
export const BikQuestion = z.strictObject({
  /** Names exactly this file over exactly this directory; sent back with the file it confirms it. */
  plan: s.displayText(64),
  business_day: s.day,
  bank_count: s.count,
  present_day: s.day,
  present_bank_count: s.count,
  closed: s.count,
  /** Banks that work according to the current directory. */
  open: s.count,
  /** Payment methods of all companies that pay to the banks that would close. */
  methods: s.count,
  /** The first of the banks that would close, those of methods before others. */
  banks: s.list(
    z.strictObject({ bik: s.displayText(9), name: s.displayText(200), methods: s.count }),
    200,
  ),
})
export type BikQuestion = z.output<typeof BikQuestion>

/** Either the directory was taken in, or it is asked about. */
export const BikUpload = z.strictObject({
  load: z.nullable(BikLoad),
  question: z.nullable(BikQuestion),
})
export type BikUpload = z.output<typeof BikUpload>

/** Beyond the specification: the directory behind every field «БИК». */
export const bikDirectory = {
  find: call({
    method: 'GET',
    path: '/api/v1/bank/findBik',
    access: 'operator-or-super',
    summary: 'The bank of a БИК and whether money arrives there',
    query: z.strictObject({ bik }),
    result: BikAnswer,
    about: ['bank'],
  }),
  getLoads: call({
    method: 'GET',
    path: '/api/v1/bank/superGetBikLoads',
    access: 'super',
    summary: 'The last directories of banks that were taken in, the present one first',
    result: s.list(BikLoad, 10),
    about: ['bank'],
  }),
  upload: call({
    method: 'POST',
    path: '/api/v1/bank/superUploadBikDirectory',
    access: 'super',
    action: 'bank.manage',
    summary:
      'Takes in a newer ED807, as XML or in a ZIP; one that closes many banks is asked about',
    query: z.strictObject({ plan: z.optional(s.pattern(/^[0-9a-f]{64}$/, 'Неверный план')) }),
    body: 'files',
    result: BikUpload,
    refusals: ['bik.bad-file', 'bik.not-newer', 'file.too-large'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/v1/bank/superRestoreBikDirectory',
    access: 'super',
    action: 'bank.manage',
    summary: 'Goes back to the directory that stood before the load of that id',
    body: z.strictObject({ id: s.id('bik_load') }),
    result: BikLoad,
    refusals: ['bik.no-former'],
  }),
} as const
