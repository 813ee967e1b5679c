import * as z from 'zod/mini'
import { moduleSpec } from '../company/module-specs.ts'
import { call } from './call.ts'
import { ModulesCfg } from './module-settings.ts'
import { moduleTags, routableTags } from './module-tags.ts'
import { instant, list, displayText } from './shapes.ts'

/** Where calls of a tag go instead of our own origin, and the device token that they carry there. */
export const RouteEntry = z.strictObject({
  tag: z.enum(routableTags),
  url: displayText(300),
  token: z.optional(displayText(2048)),
  token_expires_at: z.optional(instant),
})
export type RouteEntry = z.output<typeof RouteEntry>

export const modules = {
  superGetAll: call({
    method: 'GET',
    path: '/api/v1/modules/superGetModuleList',
    access: 'super',
    summary: 'Modules that a company can have, with what each needs',
    result: list(moduleSpec, moduleTags.length),
  }),
  getOwn: call({
    method: 'GET',
    path: '/api/v1/modules/getModuleList',
    access: 'user',
    summary: 'Modules, their settings and the route table of the own company; empty for SUPERVISOR',
    result: z.strictObject({
      modules: list(z.enum(moduleTags), moduleTags.length),
      modules_cfg: ModulesCfg,
      routeTable: list(RouteEntry, routableTags.length),
    }),
    about: ['company'],
  }),
} as const
