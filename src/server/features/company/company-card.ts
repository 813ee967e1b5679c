import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CompanyCard, Device, Site } from '#contract/company/company-entities.ts'
import { refuse } from '#http/refusal.ts'
import { isSupervisor } from '../../auth/session.ts'
import type { Db } from '../../db/handle.ts'
import * as queries from './company-queries.ts'
import { missingFor } from './missing-for-start.ts'
import { settingsOf } from './settings.ts'

/** The handle's company whole; connections of devices, without passwords, are shown to SUPERVISOR only. */
export async function readCompany(db: Db): Promise<CompanyCard> {
  const company = await queries.findCompany(db)
  if (!company) return refuse('common.not-found')
  const [sites, posts, devices, routes, configs, sbpBanks] = await Promise.all([
    queries.sites(db),
    queries.posts(db),
    queries.devices(db),
    queries.routeEntries(db),
    queries.bankConfigs(db),
    queries.sbpBanks(db),
  ])
  const supervisor = isSupervisor(db.caller.session!)
  const {
    settings: stored,
    moved_to,
    arrived_from,
    arrived_at,
    let_first_by,
    let_by,
    ...fields
  } = company
  const moves = { moved_to, arrived_from, arrived_at, let_first_by, let_by }
  const settings = settingsOf(stored)
  const cfg = settings.modules_cfg
  return {
    ...fields,
    status: fields.status as CompanyCard['status'],
    settings: {
      ...settings,
      modules_cfg: { ...cfg, payment: { ...cfg.payment!, sbp_banks: sbpBanks } },
    },
    sites: sites.map(toSite),
    posts: posts.map((post) => ({ ...post, kind: post.kind as 'truck' | 'platform' })),
    devices: devices.map((device) => toDevice(db, device, devices, supervisor)),
    routeTable: routes.map(({ tag, url }) => ({ tag: tag as 'weight', url })),
    bank_configs: configs.map(toBankConfig),
    ...(supervisor && { missing: missingFor(fields, sites), ...movesOf(moves) }),
  }
}

interface Moves {
  readonly moved_to: string | null
  readonly arrived_from: string | null
  readonly arrived_at: string | null
  readonly let_first_by: string | null
  readonly let_by: string | null
}

/** What SUPERVISOR sees of a company between two installations. */
function movesOf(row: Moves): Pick<CompanyCard, 'moved_to' | 'arrival'> {
  if (row.moved_to !== null) return { moved_to: row.moved_to }
  if (row.arrived_from === null || row.let_by !== null) return {}
  if (row.arrived_at === null) return { arrival: 'comes' }
  return { arrival: row.let_first_by === null ? 'waits' : 'waits_for_second' }
}

type SiteRow = Awaited<ReturnType<typeof queries.sites>>[number]
type DeviceRow = Awaited<ReturnType<typeof queries.devices>>[number]
type ConfigRow = Awaited<ReturnType<typeof queries.bankConfigs>>[number]

/** A site as answered, with its current agent. */
export function toSite(row: SiteRow): Site {
  const { agent_id, agent_status, program_version, agent_seen_at, ...rest } = row
  const { update_state, update_release, update_detail, ...site } = rest
  return {
    ...site,
    status: site.status as Site['status'],
    agent:
      agent_id === null
        ? null
        : {
            id: agent_id,
            status: agent_status as NonNullable<Site['agent']>['status'],
            version: program_version!.slice(0, 20),
            last_seen_at: agent_seen_at,
            update: {
              state: (update_state ?? 'none') as NonNullable<Site['agent']>['update']['state'],
              release: update_release,
              detail: update_detail ?? '',
            },
          },
  }
}

/** A device as answered; its connection only where `supervisor` asks. */
export function toDevice(
  db: Db,
  row: DeviceRow,
  all: readonly DeviceRow[],
  supervisor: boolean,
): Device {
  const { connection, ...device } = row
  return {
    ...device,
    kind: device.kind as Device['kind'],
    status: device.status as Device['status'],
    status_detail: device.status === 'offline' ? 'Нет связи с площадкой' : '',
    training: db.services.config.demo && isSimulated(row, all),
    ...(supervisor && { connection: withoutPassword(connection) }),
  }
}

interface Connection {
  transport?: { host?: string }
  url?: string
  camera?: number
  password?: unknown
}

/** A plate camera that uses the picture of another camera has the post of that camera. */
function isSimulated(row: DeviceRow, all: readonly DeviceRow[]): boolean {
  const { transport, url, camera } = (row.connection ?? {}) as Connection
  const eye = all.find((other) => other.kind === 'camera' && other.code === camera)
  if (camera !== undefined) return eye !== undefined && isSimulated(eye, all)
  const host = transport?.host ?? (url && URL.canParse(url) ? new URL(url).hostname : '')
  return ['127.0.0.1', 'localhost', '[::1]', '::1'].includes(host)
}

function withoutPassword(connection: unknown): object {
  const { password, ...rest } = (connection ?? {}) as Connection
  return { ...rest, ...(password !== undefined && { has_password: true }) }
}

/** An agreement in the form that every reader may see. */
export function toBankConfig(row: ConfigRow): BankConfig {
  const {
    min_kop,
    per_payment_kop,
    per_day_kop,
    per_month_kop,
    payee_day_count,
    payee_month_kop,
    ...config
  } = row
  const { code: adapter, methods } = describeProvider(config.adapter)
  return {
    ...config,
    adapter,
    methods: [...methods],
    limits: {
      min_kop,
      per_payment_kop,
      per_day_kop,
      per_month_kop,
      payee_day_count,
      payee_month_kop,
    },
    default_for: config.default_for as MethodKind[],
    status: config.status as BankConfig['status'],
    circuit: config.circuit as BankConfig['circuit'],
    last_check_ok: config.last_check_at === null ? null : config.last_check_error === null,
  }
}
