import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import * as e from './report-entities.ts'

/** The days of a report, reckoned from the day on which it is due. */
export const reportPeriods = ['yesterday', 'last_week', 'last_month', 'month_to_date'] as const
export type ReportPeriod = (typeof reportPeriods)[number]
export const scheduleRepeats = ['day', 'week', 'month'] as const
export type ScheduleRepeat = (typeof scheduleRepeats)[number]
const scheduleStatuses = ['active', 'off', 'stopped'] as const
const stopReasons = ['person', 'rights'] as const

/** Schedules of one company. */
export const MAX_SCHEDULES = 100
const MAX_RECIPIENTS = 50

/** When a report is ordered, in the time zone of the company. */
const rule = {
  repeats: z.enum(scheduleRepeats),
  at_time: s.clockTime,
  /** Monday is 1; only with `week`. */
  weekdays: z.optional(s.list(s.int(1, 7), 7)),
  /** Only with `month`; a shorter month has it on its last day. */
  month_day: z.optional(z.nullable(s.int(1, 31))),
}

const Person = z.strictObject({ id: s.id('user'), name: s.displayText(150) })
export type ScheduleReader = z.output<typeof Person>

/** A schedule with what became of it the last time. */
export const ReportSchedule = z.strictObject({
  id: s.id('report_schedule'),
  title: s.displayText(100),
  type: s.displayText(40),
  report_title: s.displayText(150),
  params: e.reportParams,
  format: z.enum(e.reportFormats),
  period: z.nullable(z.enum(reportPeriods)),
  repeats: z.enum(scheduleRepeats),
  at_time: s.displayText(5),
  weekdays: s.list(s.int(1, 7), 7),
  month_day: z.nullable(s.int(1, 31)),
  status: z.enum(scheduleStatuses),
  /** `person`: its owner is blocked or gone; `rights`: the owner has lost the right to the report. */
  stop_reason: z.nullable(z.enum(stopReasons)),
  next_at: z.nullable(s.instant),
  owner: Person,
  /** Besides the owner; whoever may not have the report is given nothing. */
  recipients: s.list(z.extend(Person, { is_allowed: z.boolean() }), MAX_RECIPIENTS),
  last: z.nullable(
    z.strictObject({
      at: s.instant,
      status: z.enum(e.reportStatuses),
      error: z.nullable(s.displayText(500)),
      file_id: z.nullable(s.id('file')),
    }),
  ),
  /** Whether the caller may change it, and whether run, switch and delete it. */
  is_own: z.boolean(),
  may_run: z.boolean(),
  version: s.version,
})
export type ReportSchedule = z.output<typeof ReportSchedule>

const fields = {
  title: s.text(100),
  params: e.reportParams,
  format: z.enum(e.reportFormats),
  period: z.nullable(z.enum(reportPeriods)),
  ...rule,
  recipients: s
    .list(s.id('user'), MAX_RECIPIENTS)
    .check(z.refine((ids) => new Set(ids).size === ids.length, 'Каждый сотрудник — один раз')),
}

const isWhole = s.fieldsRule<{
  repeats: ScheduleRepeat
  weekdays?: number[] | undefined
  month_day?: number | null | undefined
}>(({ repeats, weekdays = [], month_day }) => ({
  weekdays:
    repeats === 'week' && weekdays.length === 0
      ? 'Выберите дни недели'
      : new Set(weekdays).size < weekdays.length
        ? 'Каждый день — один раз'
        : undefined,
  month_day: repeats === 'month' && !month_day ? 'Заполните поле' : undefined,
}))

const createScheduleBody = z
  .strictObject({ client_id: z.optional(s.clientId), type: e.reportType, ...fields })
  .check(isWhole)
const updateScheduleBody = z
  .strictObject({ id: s.id('report_schedule'), version: s.version, ...fields })
  .check(isWhole)
export type ScheduleOrder = Omit<z.output<typeof createScheduleBody>, 'client_id'>

const module = 'report'
const action = 'report.create'
const access = 'operator'

/** Beyond the specification: domain.md 11.1. */
export const schedules = {
  getSchedules: call({
    method: 'GET',
    path: '/api/v1/report/getSchedules',
    access,
    module,
    summary: 'Own schedules of reports and those whose reports the caller is given, by title',
    query: z.strictObject({}),
    result: s.list(ReportSchedule, MAX_SCHEDULES),
    about: ['report_schedule', 'report', 'user'],
  }),
  getScheduleReaders: call({
    method: 'GET',
    path: '/api/v1/report/getScheduleReaders',
    access,
    module,
    action,
    summary: 'Other people of the company who may have a report of this type',
    query: z.strictObject({
      type: e.reportType,
      /** The call of the list, for the type `list`. */
      call: z.optional(s.text(80)),
    }),
    result: s.list(Person, 1000),
    about: ['user'],
    refusals: ['report.bad-params'],
  }),
  createSchedule: call({
    method: 'POST',
    path: '/api/v1/report/createSchedule',
    access,
    owner: true,
    module,
    action,
    summary: 'A report that is ordered by itself, with the rights of its owner at that time',
    body: createScheduleBody,
    result: ReportSchedule,
    refusals: ['report.bad-params', 'report.too-many-schedules'],
  }),
  updateSchedule: call({
    method: 'PUT',
    path: '/api/v1/report/updateSchedule',
    access,
    owner: true,
    module,
    action,
    summary: 'Changes an own schedule',
    body: updateScheduleBody,
    result: ReportSchedule,
    refusals: ['report.bad-params'],
  }),
  switchSchedule: call({
    method: 'POST',
    path: '/api/v1/report/switchSchedule',
    access,
    owner: true,
    module,
    summary: 'Switches a schedule on or off: its owner, or report.control',
    body: z.strictObject({
      id: s.id('report_schedule'),
      version: s.version,
      is_on: z.boolean(),
    }),
    result: ReportSchedule,
    refusals: ['report.owner-may-not'],
  }),
  deleteSchedule: call({
    method: 'POST',
    path: '/api/v1/report/deleteSchedule',
    access,
    owner: true,
    module,
    summary: 'Deletes a schedule, not its reports: its owner, or report.control',
    body: z.strictObject({ id: s.id('report_schedule'), version: s.version }),
    result: s.ok,
  }),
  runSchedule: call({
    method: 'POST',
    path: '/api/v1/report/runSchedule',
    access,
    owner: true,
    module,
    summary: 'Orders the report of a schedule now, as its owner',
    body: z.strictObject({ client_id: z.optional(s.clientId), id: s.id('report_schedule') }),
    result: z.strictObject({ reportId: s.id('report'), status: z.enum(e.reportStatuses) }),
    refusals: ['report.bad-params', 'report.too-many', 'report.owner-may-not'],
  }),
} as const
