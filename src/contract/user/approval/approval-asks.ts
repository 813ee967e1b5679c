import * as z from 'zod/mini'
import { call } from '../../core/call.ts'
import { entities } from '../../core/entities.ts'
import { flagCode } from '../../core/flags.ts'
import * as s from '../../core/shapes.ts'
import { Photo } from '../../file/file-entities.ts'
import { measures } from '../../price/product-record.ts'
import { Challenge, KeyAnswer, knownKeys } from '../passkeys.ts'
import { pcode } from '../user-entities.ts'

/** What a card shows without being asked for more. */
export const MOST_ASK_PHOTOS = 12
export const MOST_ASK_PRICES = 8
export const MOST_ASK_MARKS = 8

const ApprovalAbout = z.strictObject({
  number: z.nullish(s.displayText(100)),
  carnumber: z.nullish(s.displayText(20)),
  suppliers: z.optional(s.list(s.displayText(300), 3)),
  destinations: z.optional(s.list(s.displayText(300), 3)),
  holder: z.nullish(s.displayText(300)),
  weight_g: z.nullish(s.grams),
  warnings: z.optional(s.list(s.displayText(1000), 100)),
  note: z.nullish(s.displayText(1000)),
})

/** A price that the record buys by, beside the list. */
const AskPrice = z.strictObject({
  name: s.displayText(200),
  measure: z.enum(measures),
  net_g: z.nullable(s.grams),
  qty: z.nullable(s.count),
  /** Of the list when the position was last saved; null when the list had none. */
  list_kop: z.nullable(s.kop),
  price_kop: z.nullable(s.kop),
  /** How far the price is from the list, in basis points of it; null where one of them is not known. */
  off_bp: z.nullable(s.int(-10_000, 100_000_000)),
  reason: z.nullable(s.displayText(500)),
})

/** A mark of the record, or of one behind it. */
const AskMark = z.strictObject({
  code: flagCode,
  /** «Заезд 17». */
  record: s.displayText(400),
  why: z.nullable(s.displayText(500)),
  /** What would have been usual and what was written, with their units. */
  expected: z.nullable(s.displayText(200)),
  actual: z.nullable(s.displayText(200)),
})

/** What one decides on, as the server has it and as far as the reader may see it; empty where the records have none. */
export const AskFacts = z.strictObject({
  suppliers: s.list(s.displayText(300), 3),
  photos: s.list(Photo, MOST_ASK_PHOTOS),
  /** The farthest from the list first. */
  prices: s.list(AskPrice, MOST_ASK_PRICES),
  /** Marks besides paperwork, the latest first. */
  marks: s.list(AskMark, MOST_ASK_MARKS),
  /** How many of each are not told here. */
  more: z.strictObject({ photos: s.count, prices: s.count, marks: s.count }),
})
export type AskFacts = z.output<typeof AskFacts>

/** A question to a second person, as that person reads it. */
const ApprovalAsk = z.strictObject({
  id: s.id('approval'),
  asked_by: s.displayText(150),
  created_at: s.instant,
  expires_at: s.instant,
  /** The reason why another person is due, beginning with the action. */
  message: s.displayText(2000),
  object: z.strictObject({ entity: z.enum(entities), ids: s.list(z.uuid(), 500) }),
  /** What moves, or the sum of an act whose money does not move by it. */
  amount_kop: z.nullable(s.kop),
  about: ApprovalAbout,
  facts: AskFacts,
})
export type ApprovalAsk = z.output<typeof ApprovalAsk>

/** Beyond the specification: the second person may be elsewhere, with a phone (domain.md 7.4). */
export const approvalAsks = {
  askApproval: call({
    method: 'POST',
    path: '/api/v1/user/askApproval',
    access: 'operator',
    summary: 'Asks those who may confirm, wherever they are; `sealed` is what the refusal gave',
    body: z.strictObject({ sealed: s.text(12_000) }),
    result: z.strictObject({
      id: s.id('approval'),
      expires_at: s.instant,
      people: s.list(s.displayText(200), 1000),
    }),
    refusals: ['approval.nobody'],
  }),
  getAskedApproval: call({
    method: 'GET',
    path: '/api/v1/user/getAskedApproval',
    access: 'operator',
    use: false,
    summary: 'Whether the own question was answered',
    query: z.strictObject({ id: s.id('approval') }),
    about: ['approval'],
    result: z.strictObject({
      state: z.enum(['waiting', 'confirmed', 'declined', 'over']),
      answered_by: z.nullable(s.displayText(150)),
    }),
  }),
  takeAskedApproval: call({
    method: 'POST',
    path: '/api/v1/user/takeAskedApproval',
    access: 'operator',
    summary: 'The token of a question that was confirmed, once, for the session that asked',
    body: z.strictObject({ id: s.id('approval') }),
    result: z.strictObject({ approval_token: s.displayText(200), expires_in: s.int(1, 3600) }),
    refusals: ['approval.ask-over'],
  }),
  getApprovalAsks: call({
    method: 'GET',
    path: '/api/v1/user/getApprovalAsks',
    access: 'operator',
    summary: 'Open questions that this person may answer, with what one decides on',
    result: s.list(ApprovalAsk, 50),
    about: ['approval'],
  }),
  beginApprovalKey: call({
    method: 'POST',
    path: '/api/v1/user/beginApprovalKey',
    access: 'operator',
    owner: true,
    summary: 'What the browser is asked for when a key confirms; good once, for five minutes',
    body: z.strictObject({ id: s.id('approval') }),
    result: z.strictObject({ ...Challenge.shape, known: knownKeys }),
    refusals: ['approval.ask-over', 'approval.one-person', 'passkey.no-host', 'passkey.none'],
    toast: false,
  }),
  answerApprovalAsk: call({
    method: 'POST',
    path: '/api/v1/user/answerApprovalAsk',
    access: 'operator',
    owner: true,
    summary: 'Confirms with the own PIN or the own key of sign-in, or declines',
    body: z.strictObject({
      id: s.id('approval'),
      confirm: z.boolean(),
      pcode: z.optional(pcode),
      key: z.optional(KeyAnswer),
    }),
    result: z.strictObject({ state: z.enum(['confirmed', 'declined']) }),
    refusals: [
      'approval.ask-over',
      'approval.one-person',
      'pcode.wrong',
      'pcode.locked',
      'passkey.no-host',
      'passkey.stale',
      'passkey.not-accepted',
      'passkey.counter',
    ],
  }),
} as const
