import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

/** The forms whose texts are edited. */
export const textKinds = [
  'psa',
  'op5',
  'ownership',
  'weight_act',
  'consent',
  'price_sheet',
] as const
export type TextKind = (typeof textKinds)[number]

/** More than any text may take, so that one that is too long is refused by its own rule. */
const MAX_INPUT = 6000
const MAX_TEXTS = 30
const MAX_HISTORY = 100

/** Every text of every form; which form has which is the form's own matter. */
const textKeys = [
  'law',
  'vat_none',
  'vat_agent',
  'statement',
  'heading',
  'subject',
  'purpose',
  'data',
  'actions',
  'processors',
  'ending',
  'remark',
] as const
type TextKey = (typeof textKeys)[number]

const text = z.optional(s.lines(MAX_INPUT))
const texts = z.strictObject(
  Object.fromEntries(textKeys.map((key) => [key, text])) as Record<TextKey, typeof text>,
)
const storedTexts = s.recordOf(s.displayText(40), s.displayText(MAX_INPUT), MAX_TEXTS)
const number = s.int(1, 9999)
const name = s.displayText(150)

/** The version whose texts a document of a day says; number 1 is in the program and has no day. */
const VersionInForce = z.strictObject({ number, valid_from: z.nullable(s.day) })

const versionStates = ['in_force', 'scheduled', 'past'] as const

export const TextVersion = z.strictObject({
  number,
  state: z.enum(versionStates),
  valid_from: z.nullable(s.day),
  published_at: z.nullable(s.instant),
  published_by_name: z.nullable(name),
  texts: storedTexts,
})
export type TextVersion = z.output<typeof TextVersion>

export const TextDocument = z.strictObject({
  kind: z.enum(textKinds),
  title: s.displayText(100),
  /** Null where a company has no version of its own. */
  in_force: z.nullable(VersionInForce),
  scheduled: z.nullable(VersionInForce),
  has_draft: z.boolean(),
  /** Companies with own texts in force. */
  own_count: s.count,
})
export type TextDocument = z.output<typeof TextDocument>

export const TextField = z.strictObject({
  key: s.displayText(40),
  title: s.displayText(100),
  /** Whether a company may word it otherwise. */
  own: z.boolean(),
  required: z.boolean(),
  inline: z.boolean(),
  max: s.count,
  placeholders: s.list(
    z.strictObject({ name: s.displayText(40), title: s.displayText(200), required: z.boolean() }),
    20,
  ),
  /** What is printed today. */
  text: s.displayText(MAX_INPUT),
  /** What is printed for a company without a text of its own. */
  common: s.displayText(MAX_INPUT),
})
export type TextField = z.output<typeof TextField>

export const DocumentTexts = z.strictObject({
  kind: z.enum(textKinds),
  title: s.displayText(100),
  /** The first day from which a version may be published. */
  today: s.day,
  fields: s.list(TextField, MAX_TEXTS),
  draft: z.nullable(
    z.strictObject({
      version: s.version,
      texts: storedTexts,
      updated_at: s.instant,
      updated_by_name: z.nullable(name),
    }),
  ),
  /** Newest first; of a company only its own. */
  history: s.list(TextVersion, MAX_HISTORY),
})
export type DocumentTexts = z.output<typeof DocumentTexts>

/** Whose texts: those of a company, or those of all. */
const scope = { kind: z.enum(textKinds), companyId: z.optional(s.id('company')) }

const access = 'super'
const action = 'document.manage'

/** Beyond the specification: texts of forms with their versions (domain.md 9.1). */
export const documentTexts = {
  getDocuments: call({
    method: 'GET',
    path: '/api/v1/document/superGetDocuments',
    access,
    summary: 'The forms whose texts are edited, with the version in force',
    query: z.strictObject({ companyId: z.optional(s.id('company')) }),
    result: s.list(TextDocument, textKinds.length),
    about: ['document_text', 'company'],
  }),
  getTexts: call({
    method: 'GET',
    path: '/api/v1/document/superGetTexts',
    access,
    summary: 'The texts of a form, the draft of the next version and the versions so far',
    query: z.strictObject(scope),
    result: DocumentTexts,
    about: ['document_text', 'company', 'user'],
  }),
  saveTexts: call({
    method: 'PUT',
    path: '/api/v1/document/superSaveTexts',
    access,
    action,
    summary: 'Stores the draft of the next version',
    body: z.strictObject({
      ...scope,
      /** Of the draft; left out where there is none. */
      version: z.optional(s.version),
      texts,
    }),
    result: DocumentTexts,
    refusals: ['document.bad-texts'],
  }),
  deleteDraft: call({
    method: 'POST',
    path: '/api/v1/document/superDeleteDraft',
    access,
    action,
    summary: 'Deletes the draft of the next version',
    body: z.strictObject({ ...scope, version: s.version }),
    result: DocumentTexts,
    refusals: ['document.no-draft'],
  }),
  publishTexts: call({
    method: 'POST',
    path: '/api/v1/document/superPublishTexts',
    access,
    action,
    summary: 'Publishes the draft: documents of that day and later say its texts',
    body: z.strictObject({ ...scope, version: s.version, valid_from: s.day }),
    result: DocumentTexts,
    refusals: [
      'document.bad-texts',
      'document.day-passed',
      'document.no-draft',
      'document.same-texts',
    ],
  }),
  previewTexts: call({
    method: 'POST',
    path: '/api/v1/document/superPreviewTexts',
    access,
    action,
    summary:
      'A document with given texts beside the same one with those in force; nothing is stored',
    body: z.strictObject({
      ...scope,
      texts,
      /** An issued act, or a weight act, whose data are shown; left out for a sample. */
      record: z.optional(z.strictObject({ companyId: s.id('company'), number: s.text(40) })),
    }),
    result: z.strictObject({
      before_html: s.displayText(1_000_000),
      after_html: s.displayText(1_000_000),
    }),
    refusals: ['document.bad-texts', 'document.no-record'],
  }),
} as const
