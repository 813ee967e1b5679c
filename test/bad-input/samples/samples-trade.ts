import { PSA_FORM } from '#test/builders/act-forms.ts'
import { paymentSamples } from './samples-payment.ts'
import type { Input } from './samples.ts'
import type { Stock } from '../stock.ts'

const CLIENT_ID = '01a1fcf6-0000-7000-8000-0000000000ac'

/** Good requests of the yard and of what follows from a weighing: acts and payments. */
export function tradeSamples(stock: Stock): Record<string, readonly Input[]> {
  return {
    ...deviceSamples(stock),
    ...visitSamples(stock),
    ...weightActSamples(stock),
    ...actSamples(stock),
    ...paymentSamples(stock),
  }
}

function deviceSamples({ company, site, file, draft, weightAct }: Stock) {
  const public_key = 'A'.repeat(43)
  return {
    'weight.get': [{ query: {} }, { query: { post: 1 } }],
    'weight.stream': [{ query: { post: 2 } }],
    'live.stream': [{ query: { behind_ms: 1000 } }],
    'live.noteReader': [
      { body: { record: { entity: 'act', id: draft.id }, doing: 'edits' } },
      { body: { record: { entity: 'weight_act', id: weightAct.id }, doing: 'reads' } },
    ],
    'weight.zero': [{ body: { post: 1 } }],
    'carnumber.get': [{ query: { post: 1 } }],
    'camera.getScreenshot': [{ query: { camera: 1 } }],
    'device.superCreateAgentCode': [{ body: { companyId: company.id, site_id: site.id } }],
    'agent.enrol': [{ body: { code: 'ABCD-2345', public_key, version: '1.0' } }],
    'agent.putBlob': [{ params: { id: file.id } }],
    'agent.askUpdate': [
      {
        body: {
          version: '0.1.0',
          platform: 'linux-x64',
          state: 'refused',
          about: '0.2.0',
          detail: 'Нет места',
        },
      },
    ],
    'agent.getUpdatePart': [{ body: { version: '0.2.0', platform: 'linux-x64', offset: 0 } }],
  } satisfies Record<string, readonly Input[]>
}

/** A reading of the right shape that no scale has signed. */
const readingOf = (device: string) => ({
  device_id: device,
  post: 1,
  weight_g: 12_480_000,
  stable: true,
  zero: false,
  overload: false,
  status: 'ok',
  ts: '2026-01-01T00:00:00Z',
  age_ms: 20,
  seq: 5,
  episode_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  blockers: [],
  raw: '0a0b',
  sig: 'A'.repeat(43),
})

function visitSamples({ visit, device, supplier, product, file, weighing }: Stock) {
  const plate_reading = {
    plate: 'А123ВС77',
    raw: 'A123BC77',
    confidence_bp: 9900,
    ts: '2026-01-01T00:00:00Z',
    candidates: [{ plate: 'А128ВС77', confidence_bp: 100 }],
    file_id: file.id,
  }
  const capture = { post: 1, reading: readingOf(device.id), plate_reading, photos: [file.id] }
  const info = {
    direction: 'purchase',
    supplier_id: supplier.id,
    product_id: product.id,
    trailer_number: 'АВ123477',
    driver_name: 'Петров',
    waybill_number: '55',
    waybill_date: '2026-01-01',
    comment: 'Навалом',
  }
  const carnumber = 'А321ВС77'
  const reason = 'Весы не отвечали'
  const manual = { in_g: 9_000_000, out_g: 4_000_000, carnumber, reason, photos: [file.id] }
  const times = { in_at: '2026-01-01T00:00:00Z', out_at: '2026-01-01T01:00:00Z' }
  const typed = { command: 'manual_weight', weight_g: 9_000_000, reason, photos: [file.id] }
  const tare = { command: 'capture_tare', ...capture, carnumber }
  const drops = [{ drop_no: 1, product_id: product.id }]
  const bodies = [
    { command: 'capture_in', ...capture, ...info, carnumber },
    { command: 'capture_mid', ...visit, ...capture, ...info },
    { command: 'capture_out', ...visit, ...capture, ...info },
    { command: 'capture_platform', ...capture, ...info, pack_g: 1000, container_code: 'К-1' },
    tare,
    { command: 'use_stored_tare', ...visit, ...info },
    { ...typed, kind: 'in', post: 1, carnumber, taken_at: times.in_at, ...info },
    { ...typed, kind: 'out', ...visit, ...info },
    { command: 'manual', ...manual, ...times, ...info },
    { command: 'cancel_weighing', ...visit, weighing_id: weighing.id, reason },
    { command: 'set_info', ...visit, ...info, carnumber, drops },
    { command: 'void', ...visit, reason },
    { command: 'review', ...visit, flags: ['manual'], note: 'Проверено' },
  ]
  return {
    'transactions.update': bodies.map((body) => ({ body })),
    'transactions.findInByCarnumber': [{ query: { carnumber } }],
    'transactions.find': [
      { query: { filter: { id: visit.id } } },
      { query: { filter: { number: '250301-001' } } },
      { query: { filter: { carnumber } } },
      { query: { filter: { qr: '250301-001' } } },
    ],
  } satisfies Record<string, readonly Input[]>
}

function lineOf(stock: Stock, transaction_id: string) {
  return {
    transaction_id,
    drop_no: 1,
    product_id: stock.product.id,
    pack_g: 0,
    deductions: [{ reason: 'Лёд', grams: 10_000 }],
    zasor_mode: 'percent',
    zasor_bp: 300,
  }
}

function weightActSamples(stock: Stock) {
  const { weightAct, visit, heldVisit, supplier, site, operator } = stock
  const fields = { supplier_id: supplier.id, site_id: site.id, controller_id: operator.id }
  const held = { transaction_ids: [heldVisit.id], lines: [lineOf(stock, heldVisit.id)] }
  const fresh = { transaction_ids: [visit.id], lines: [lineOf(stock, visit.id)] }
  const bodies = [
    { command: 'save', dry_run: true, ...fields, ...fresh },
    { command: 'save', ...weightAct, ...fields, ...held },
    { command: 'confirm', ...weightAct, expected_net_g: 0 },
    { command: 'void', ...weightAct, reason: 'Ошибка в весе' },
    { command: 'review', ...weightAct, flags: ['manual'], note: 'Проверено' },
  ]
  return {
    'weightacts.get': [{ params: { id: weightAct.id } }],
    'weightacts.getPdf': [{ params: { id: weightAct.id }, query: { copies: '2' } }],
    'weightacts.update': bodies.map((body) => ({ body })),
  } satisfies Record<string, readonly Input[]>
}

function actSamples(stock: Stock) {
  const { draft, issued, supplier, site, file, visit, weightAct, scan, piece, weightLine } = stock
  const passport = { type: 'foreign_passport', number: 'AB 12', issued_by: 'МВД' }
  const fields = {
    supplier_id: supplier.id,
    site_id: site.id,
    ownership_document: 'Договор 5',
    ownership_file_ids: [file.id],
    comment: 'Без замечаний',
    ...PSA_FORM,
    representative: {
      full_name: 'Орлов Илья Петрович',
      doc: { ...passport, issued_at: '2020-01-01' },
      authority: 'Доверенность',
    },
  }
  const lines = [lineOf(stock, visit.id)]
  const position = {
    line: 0,
    price_kop: 100,
    override_reason: 'Договорились',
    description: 'Лом',
    moisture_bp: 1250,
  }
  const goods = [{ product_id: piece.id, qty: 2, take_price: true }]
  const bodies = [
    { command: 'save', dry_run: true, ...fields, lines, positions: [position] },
    { command: 'save', dry_run: true, ...draft, ...fields, positions: goods },
    {
      command: 'save',
      ...draft,
      weight_act_ids: [weightAct.id],
      positions: [{ line_id: weightLine.id }],
    },
    { command: 'issue', ...draft },
    { command: 'sign', ...issued, accepted_scan_ids: [scan.id], without_code: true },
    { command: 'sign', ...issued, rejected_scans: [{ id: scan.id, reason: 'Не видно' }] },
    { command: 'void', ...draft, reason: 'Ошибка в весе' },
    { command: 'correct', ...issued, reason: 'Ошибка в весе' },
    { command: 'review', ...issued, flags: ['manual'], note: 'Проверено' },
  ]
  return {
    'act.get': [{ query: { id: draft.id } }],
    'act.getBody': [{ query: { actId: draft.id } }],
    'act.getPdf': [{ query: { actId: draft.id, copies: '2' } }],
    'act.getOwnershipBody': [{ query: { actId: draft.id } }],
    'act.getOwnershipPdf': [{ query: { actId: draft.id, copies: '2' } }],
    'act.update': bodies.map((body) => ({ body })),
    'act.uploadScans': [{ query: { actId: draft.id, kind: 'signed_act' } }],
    'act.sortScan': [{ query: { client_id: CLIENT_ID }, file: stock.signedSheet.bytes }],
    'files.getPage': [{ query: { id: file.id, page: 1 } }],
  } satisfies Record<string, readonly Input[]>
}
