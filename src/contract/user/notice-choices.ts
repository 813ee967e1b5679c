import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { noticeKinds } from './notice-kinds.ts'

/** What a person wants of one kind of notice. */
export const NoticeChoice = z.strictObject({
  kind: z.enum(noticeKinds),
  /** In the bell. */
  shown: z.boolean(),
  /** By letter to the person's own address, where the installation has a mail server. */
  mailed: z.boolean(),
  /** In the browsers and phones in which the person takes notices. */
  pushed: z.boolean(),
})
export type NoticeChoice = z.output<typeof NoticeChoice>

/** Whether letters reach the caller, and why not. */
const mailStates = ['on', 'no-address', 'off'] as const

/** Whether the caller takes notices in any browser. */
const pushStates = ['on', 'no-browser'] as const

const OwnChoices = z.strictObject({
  mail: z.enum(mailStates),
  push: z.enum(pushStates),
  /** One for each kind that can reach the caller. */
  choices: s.list(NoticeChoice, 50),
})

/** The user's own choice of notices and letters; apart from `user`, since one screen alone sends these calls. */
export const noticeChoices = {
  getNoticeChoices: call({
    method: 'GET',
    path: '/api/v1/user/getNoticeChoices',
    access: 'user',
    summary: 'Which notices the caller wants in the bell, by mail and in browsers',
    result: OwnChoices,
    about: ['notice', 'push_browser'],
  }),
  updateNoticeChoices: call({
    method: 'PUT',
    path: '/api/v1/user/updateNoticeChoices',
    access: 'user',
    summary: 'Chooses what reaches the caller, and how',
    body: z.strictObject({ choices: s.list(NoticeChoice, 50) }),
    result: OwnChoices,
  }),
  testMail: call({
    method: 'POST',
    path: '/api/v1/user/testMail',
    access: 'user',
    summary: 'Sends a letter to the own address, to see whether mail arrives',
    result: z.strictObject({ to: s.displayText(254) }),
    refusals: ['mail.off', 'mail.no-address', 'mail.refused'],
  }),
} as const
