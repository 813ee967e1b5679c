import * as z from 'zod/mini'
import { enrolBody, enrolCode, enrolResult } from './agent-enrol.ts'
import { plateReading, reading } from './reading.ts'
import { call } from '../core/call.ts'
import { foundCameras } from './camera-search.ts'
import {
  askUpdateBody,
  askUpdateResult,
  updatePartBody,
  updatePartResult,
} from './release/agent-update.ts'
import { deviceCheck } from './device-check.ts'
import {
  DeviceState,
  findCamerasBody,
  savePostBody,
  saveRulesBody,
  saveSiteBody,
  YardSetUp,
} from './site-devices.ts'
import { Episode } from '../visit/episode.ts'
import { pulse, relayChannels } from './relay.ts'
import * as s from '../core/shapes.ts'

/** Without a number the post of `/operator/weight` answers. */
const postQuery = z.strictObject({ post: z.optional(s.queryInt(1, 99)) })
const refusals = ['device.offline', 'device.not-configured'] as const

/** What the live stream of a post says besides `weight` (a Reading) and `plate` (devices.md 2.4). */
export const deviceStateEvent = z.strictObject({
  device_id: s.id('device'),
  status: z.enum(['online', 'offline', 'disabled']),
  message: s.displayText(300),
})

export const weight = {
  get: call({
    method: 'GET',
    path: '/api/v1/weight/get_weight',
    access: 'operator',
    module: 'weight',
    summary: 'What the scale of a post shows now; never an old number',
    query: postQuery,
    result: reading,
    refusals,
    toast: false,
    use: false,
  }),
  // Beyond the specification (devices.md 2.4): events weight, plate, state, episode.
  stream: call({
    method: 'GET',
    path: '/api/v1/weight/stream',
    access: 'operator',
    module: 'weight',
    summary: 'Live readings of a post as server-sent events',
    query: postQuery,
    result: 'stream',
    refusals,
    toast: false,
    use: false,
  }),
  // Beyond the specification (devices.md 2.1).
  zero: call({
    method: 'POST',
    path: '/api/v1/weight/zero',
    access: 'operator',
    module: 'weight',
    action: 'weight.capture',
    summary: 'Sets the empty, still scale of a post to zero',
    body: z.strictObject({ post: z.optional(s.int(1, 99)) }),
    result: s.ok,
    refusals: [...refusals, 'weighing.unstable'],
    toast: false,
  }),
  // Beyond the specification (devices.md 2.1).
  getEpisodes: call({
    method: 'GET',
    path: '/api/v1/weight/getEpisodes',
    access: 'operator',
    module: 'weight',
    summary: 'Loads that stood on the scales; those without a link wait here for their weighing',
    query: z.strictObject({
      filter: s.filterOf('device', ['started_at'], {
        post: z.optional(s.int(1, 99)),
        /** Only loads seen without a link and not weighed yet, of the last seven days. */
        offline: z.optional(z.literal(true)),
        /** Only loads that were not weighed within fifteen minutes after they left. */
        without_weighing: z.optional(z.literal(true)),
        /**
         * Only loads heavy enough to be one that have no record and no explanation, from the moment they left; what waits without
         * a link is under `offline`.
         */
        unrecorded: z.optional(z.literal(true)),
        /** These loads, as exceptions and the journal name them. */
        record_ids: z.optional(s.list(s.id('weight_episode'), 50, 1)),
      }),
    }),
    result: s.listOf(Episode),
    about: ['weighing', 'device'],
    use: false,
  }),
} as const

export const carnumber = {
  get: call({
    method: 'GET',
    path: '/api/v1/carnumber/get_carnumber',
    access: 'operator',
    module: 'carnumber',
    summary: 'The plate of the present load, or of the last 30 s',
    query: postQuery,
    result: plateReading,
    refusals,
    toast: false,
    use: false,
  }),
} as const

export const camera = {
  getScreenshot: call({
    method: 'GET',
    path: '/api/v1/camera/get_screenshot',
    access: 'operator',
    module: 'camera',
    summary: 'A picture of a camera now; headers x-taken-at and x-age-ms tell its age',
    query: z.strictObject({ camera: s.queryInt(1, 99) }),
    result: 'jpeg',
    refusals,
    toast: false,
    use: false,
  }),
} as const

// Beyond the specification (devices.md 2.1).
export const device = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/device/getDevices',
    access: 'operator',
    summary: 'Devices of the own company with their state',
    result: s.list(DeviceState, 300),
    toast: false,
    about: ['device', 'agent'],
    use: false,
  }),
  /** The code is shown once; a newer one does not make an older one void, time does. */
  superCreateAgentCode: call({
    method: 'POST',
    path: '/api/v1/device/superCreateAgentCode',
    access: 'super',
    fresh: true,
    action: 'company.manage',
    summary: 'A one-time code, valid 15 minutes, by which the agent of a site makes itself known',
    body: z.strictObject({ companyId: s.id('company'), site_id: s.id('site') }),
    result: z.strictObject({ code: enrolCode, expires_at: s.instant }),
  }),
  printTicket: call({
    method: 'POST',
    path: '/api/v1/device/printTicket',
    access: 'operator',
    module: 'weight',
    summary: 'Prints the slip of a visit on the printer of its post',
    body: z.strictObject({ transaction_id: s.id('transaction') }),
    result: s.ok,
    refusals,
    toast: false,
  }),
  /** A command holds for a minute; the barrier is never closed over a vehicle (`common.bad-transition`). */
  setRelay: call({
    method: 'POST',
    path: '/api/v1/device/setRelay',
    access: 'operator',
    module: 'weight',
    action: 'weight.capture',
    summary: 'Switches the lamp or the barrier of a post by hand',
    body: z.strictObject({
      post: s.int(1, 99),
      channel: z.enum(relayChannels),
      on: z.boolean(),
      pulse_ms: z.optional(pulse),
    }),
    result: s.ok,
    refusals,
    toast: false,
  }),
  superRevokeAgent: call({
    method: 'PUT',
    path: '/api/v1/device/superRevokeAgent',
    access: 'super',
    action: 'company.manage',
    summary: 'Ends the link of a lost or stolen machine for good',
    body: z.strictObject({ companyId: s.id('company'), agent_id: s.id('agent') }),
    result: s.ok,
  }),
  /** SUPERVISOR sets up any company, a manager their own; the same holds for every call below. */
  superGetYard: call({
    method: 'GET',
    path: '/api/v1/device/superGetYard',
    access: 'manager-or-super',
    summary: 'Sites, posts and devices of a company with their connections and state',
    query: z.strictObject({ companyId: s.id('company') }),
    result: YardSetUp,
    toast: false,
    about: ['company', 'site', 'post', 'device', 'agent'],
    use: false,
  }),
  superSaveSite: call({
    method: 'PUT',
    path: '/api/v1/device/superSaveSite',
    access: 'manager-or-super',
    summary: 'Adds or changes a site of a company',
    body: saveSiteBody,
    result: YardSetUp,
  }),
  superSavePost: call({
    method: 'PUT',
    path: '/api/v1/device/superSavePost',
    access: 'manager-or-super',
    summary: 'Adds or changes a post and its slip printer',
    body: savePostBody,
    result: YardSetUp,
  }),
  superSaveRules: call({
    method: 'PUT',
    path: '/api/v1/device/superSaveRules',
    access: 'manager-or-super',
    summary: 'Changes the posts of the weighing screens and the rules of weighing and pictures',
    body: saveRulesBody,
    result: YardSetUp,
  }),
  superDeleteDevice: call({
    method: 'DELETE',
    path: '/api/v1/device/superDeleteDevice',
    access: 'manager-or-super',
    summary: 'Removes a device that nothing was weighed with',
    query: z.strictObject({ companyId: s.id('company'), deviceId: s.id('device') }),
    result: s.ok,
    refusals: ['device.in-use'],
  }),
  superFindCameras: call({
    method: 'POST',
    path: '/api/v1/device/superFindCameras',
    access: 'manager-or-super',
    summary: 'ONVIF cameras of a site, or the pictures and streams of one of them',
    body: findCamerasBody,
    result: foundCameras,
    refusals,
    toast: false,
  }),
  ...deviceCheck,
} as const

// Beyond the specification (devices.md 1.1, 1.2); the link itself is a socket: agent-link.ts.
export const agent = {
  /** There is no session yet: the one-time code authorizes it. */
  enrol: call({
    method: 'POST',
    path: '/api/v1/agent/enrol',
    access: 'all',
    summary: 'Makes the program beside the scale known by a one-time code',
    body: enrolBody,
    result: enrolResult,
    refusals: ['agent.bad-code'],
    toast: false,
  }),
  putBlob: call({
    method: 'PUT',
    path: '/api/v1/agent/blob/:id',
    access: 'agent',
    summary: 'A picture that the server asked the agent for, at most 5 MB',
    // The server makes the id of the picture before it becomes a file.
    params: z.strictObject({ id: s.id('file') }),
    body: 'jpeg',
    result: s.ok,
    refusals: ['file.too-large', 'file.bad-type'],
    toast: false,
    use: false,
  }),
  /** Offers what lies in the server's folder of releases; the agent itself decides by the signature whether it takes it. */
  askUpdate: call({
    method: 'POST',
    path: '/api/v1/agent/askUpdate',
    access: 'agent',
    summary: 'The agent tells how its update stands and hears of a newer release',
    body: askUpdateBody,
    result: askUpdateResult,
    toast: false,
    use: false,
  }),
  getUpdatePart: call({
    method: 'POST',
    path: '/api/v1/agent/getUpdatePart',
    access: 'agent',
    summary: 'A piece of a release from a place of its archive on, so that a cut download goes on',
    body: updatePartBody,
    result: updatePartResult,
    toast: false,
    use: false,
  }),
} as const
