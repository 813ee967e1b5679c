import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import {
  count,
  displayText,
  filterOf,
  id,
  instant,
  int,
  jsonValue,
  list,
  listOf,
  ok,
  pattern,
  someOf,
  version,
} from '../core/shapes.ts'
import { noticeKinds } from './notice-kinds.ts'

/** `list.acts`, `theme`, `views.payments`: words joined by dots. */
const preferenceKey = pattern(/^[a-z0-9.-]{1,80}$/, 'Имя настройки: латинские буквы, цифры, точка')
const preferenceScope = z.enum(['user', 'company'])

export const Preference = z.strictObject({
  key: displayText(80),
  scope: preferenceScope,
  // 16 KB a value, 200 values (screens.md 4.5).
  value: jsonValue(16_384),
  version: version,
})
export type Preference = z.output<typeof Preference>

export const Notice = z.strictObject({
  id: id('notice'),
  kind: z.enum(noticeKinds),
  at: instant,
  title: displayText(200),
  href: displayText(500),
  read_at: z.nullable(instant),
})
export type Notice = z.output<typeof Notice>

/** One change of a record in words; personal fields are masked. */
export const HistoryEntry = z.strictObject({
  at: instant,
  user: z.nullable(displayText(150)),
  approver: z.nullable(displayText(150)),
  action: displayText(80),
  /** The action in words. */
  title: displayText(150),
  changes: list(
    z.strictObject({
      field: displayText(100),
      before: jsonValue(4096),
      after: jsonValue(4096),
    }),
    100,
  ),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** So many notices the bell shows. */
export const START_NOTICES = 30

/** A user's own settings; all of it is beyond the specification (screens.md 4.5). */
export const userPreferences = {
  getPreferences: call({
    method: 'GET',
    path: '/api/v1/user/getPreferences',
    access: 'user',
    summary: 'Own settings of screens and those shared in the company',
    result: list(Preference, 400),
    about: ['preference'],
  }),
  updatePreference: call({
    method: 'PUT',
    path: '/api/v1/user/updatePreference',
    access: 'user',
    summary: 'Sets or removes one setting; shared ones only by a manager',
    body: z.strictObject({
      key: preferenceKey,
      scope: preferenceScope,
      /** null removes it. */
      value: z.nullable(jsonValue(16_384)),
      /** 0: there was none. */
      version: z.optional(int(0, Number.MAX_SAFE_INTEGER)),
    }),
    result: z.nullable(Preference),
    refusals: ['preference.too-many'],
    toast: false,
  }),
  getNotices: call({
    method: 'GET',
    path: '/api/v1/user/getNotices',
    access: 'user',
    summary: 'Notices for the bell, newest first, with the number of unread ones',
    query: z.strictObject({
      filter: filterOf('notice', ['at'], {
        kind: z.optional(someOf(noticeKinds)),
        unread: z.optional(z.boolean()),
      }),
    }),
    result: listOf(Notice, z.strictObject({ unread: count })),
    toast: false,
    about: ['notice'],
    use: false,
  }),
  readNotices: call({
    method: 'PUT',
    path: '/api/v1/user/readNotices',
    access: 'user',
    summary: 'Marks notices up to a moment as read',
    body: z.strictObject({ until: instant }),
    result: ok,
    toast: false,
  }),
  getHistory: call({
    method: 'GET',
    path: '/api/v1/user/getHistory',
    access: 'user',
    summary: 'The last 200 changes of a record, for those who may read it',
    query: z.strictObject({ entity: z.enum(entities), entity_id: z.uuid() }),
    result: list(HistoryEntry, 200),
  }),
} as const
