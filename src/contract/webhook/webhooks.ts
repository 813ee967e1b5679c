import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { webhookEventCodes } from './webhook-events.ts'

/** Addresses of one company: each costs a delivery an event. */
export const MAX_WEBHOOKS = 20
/** How long the previous secret signs beside the new one, hours. */
export const PREVIOUS_SECRET_HOURS = 24
/** Attempts of a delivery before it is given up; a person may send it again. */
export const MAX_TRIES = 8
/** Largest body of an event and the part of an answer that is read, bytes. */
const MAX_WEBHOOK_BODY = 64 * 1024
export const MAX_WEBHOOK_ANSWER = 8 * 1024

const webhookStatuses = ['active', 'stopped'] as const
const stopReasons = ['person', 'failing', 'gone', 'closed', 'secret'] as const
const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** An address of a program that is told of events (domain.md 15); its secret is answered once, when it is made. */
export const Webhook = z.strictObject({
  id: s.id('webhook'),
  company_id: s.id('company'),
  title: s.displayText(100),
  url: s.displayText(500),
  events: s.list(z.enum(webhookEventCodes), webhookEventCodes.length),
  status: z.enum(webhookStatuses),
  stop_reason: z.nullable(z.enum(stopReasons)),
  stopped_at: z.nullable(s.instant),
  /** Since when every attempt has failed. */
  failing_since: z.nullable(s.instant),
  /** Until when the previous secret signs too. */
  previous_until: z.nullable(s.instant),
  /** Deliveries that wait, and those that were given up in the last 30 days. */
  waiting: s.count,
  failed: s.count,
  created_at: s.instant,
  created_by: z.nullable(s.displayText(150)),
  version: s.version,
})
export type Webhook = z.output<typeof Webhook>

/** One event on its way to one address. */
export const WebhookDelivery = z.strictObject({
  id: s.id('webhook_delivery'),
  webhook_id: s.id('webhook'),
  /** `webhook-id` of the request. */
  event_id: s.displayText(36),
  type: s.displayText(40),
  status: z.enum(deliveryStatuses),
  attempts: s.count,
  created_at: s.instant,
  next_at: z.nullable(s.instant),
  last_at: z.nullable(s.instant),
  last_ms: z.nullable(s.count),
  last_status: z.nullable(s.count),
  /** Why the last attempt brought no answer, or no 2xx; a code. */
  last_error: z.nullable(s.displayText(40)),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** The same with what was sent and the beginning of what was answered. */
export const WebhookDeliveryCard = z.extend(WebhookDelivery, {
  body: s.displayText(MAX_WEBHOOK_BODY),
  last_answer: z.nullable(s.displayText(MAX_WEBHOOK_ANSWER)),
})
export type WebhookDeliveryCard = z.output<typeof WebhookDeliveryCard>

const events = s
  .list(z.enum(webhookEventCodes), webhookEventCodes.length, 1)
  .check(z.refine((v) => new Set(v).size === v.length, 'Каждое событие — один раз'))

/** `secret` is null when an earlier copy of the request made it: it was shown then. */
const withSecret = z.strictObject({
  webhook: Webhook,
  secret: z.nullable(s.displayText(80)),
})

const ofDelivery = z.strictObject({ id: s.id('webhook_delivery') })

/** Beyond the specification: signed events to programs of a company, with a log of their deliveries. */
export const webhooks = {
  superGetWebhooks: call({
    method: 'GET',
    path: '/api/v1/user/superGetWebhooks',
    access: 'super',
    action: 'user.manage',
    summary: 'Addresses of a company that are told of events, by title',
    query: z.strictObject({ companyId: s.id('company') }),
    result: s.list(Webhook, MAX_WEBHOOKS),
    about: ['webhook', 'webhook_delivery'],
  }),
  superCreateWebhook: call({
    method: 'POST',
    path: '/api/v1/user/superCreateWebhook',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Adds an address for events; its secret is shown once',
    body: z.strictObject({
      client_id: z.optional(s.clientId),
      company_id: s.id('company'),
      title: s.text(100),
      url: s.text(500),
      events,
    }),
    result: withSecret,
    refusals: ['webhook.bad-url', 'webhook.too-many', 'webhook.company-closed'],
  }),
  superUpdateWebhook: call({
    method: 'PUT',
    path: '/api/v1/user/superUpdateWebhook',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Changes an address and its events, stops it or lets it go on',
    body: z.strictObject({
      id: s.id('webhook'),
      version: s.version,
      title: z.optional(s.text(100)),
      url: z.optional(s.text(500)),
      events: z.optional(events),
      status: z.optional(z.enum(webhookStatuses)),
    }),
    result: Webhook,
    refusals: ['webhook.bad-url', 'webhook.company-closed'],
  }),
  superRotateWebhookSecret: call({
    method: 'POST',
    path: '/api/v1/user/superRotateWebhookSecret',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'A new secret, shown once; the previous one signs beside it for a day',
    body: z.strictObject({ id: s.id('webhook'), version: s.version }),
    result: withSecret,
  }),
  superTestWebhook: call({
    method: 'POST',
    path: '/api/v1/user/superTestWebhook',
    access: 'super',
    action: 'user.manage',
    summary: 'Sends the event webhook.test to an address',
    body: z.strictObject({ id: s.id('webhook') }),
    result: WebhookDelivery,
    refusals: ['webhook.stopped'],
  }),
  superGetWebhookDeliveries: call({
    method: 'GET',
    path: '/api/v1/user/superGetWebhookDeliveries',
    access: 'super',
    action: 'user.manage',
    summary: 'What was sent to an address in the last 30 days, newest first, 50 at a time',
    query: z.strictObject({
      id: s.id('webhook'),
      status: z.optional(z.enum(deliveryStatuses)),
      /** Continues after the delivery that an earlier answer named in `next`. */
      after: z.optional(s.id('webhook_delivery')),
    }),
    result: z.strictObject({
      items: s.list(WebhookDelivery, 50),
      next: z.nullable(s.id('webhook_delivery')),
    }),
    about: ['webhook', 'webhook_delivery'],
  }),
  superGetWebhookDelivery: call({
    method: 'GET',
    path: '/api/v1/user/superGetWebhookDelivery',
    access: 'super',
    action: 'user.manage',
    summary: 'One delivery with its body and the beginning of the last answer',
    query: ofDelivery,
    result: WebhookDeliveryCard,
    about: ['webhook_delivery'],
  }),
  superResendWebhookDelivery: call({
    method: 'POST',
    path: '/api/v1/user/superResendWebhookDelivery',
    access: 'super',
    action: 'user.manage',
    summary: 'Sends a delivery once more, with the same webhook-id and body',
    body: ofDelivery,
    result: WebhookDelivery,
    refusals: ['webhook.stopped', 'webhook.delivery-waits'],
  }),
} as const
