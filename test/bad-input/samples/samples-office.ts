import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { DAILY_ORDER } from '#test/builders/reports/report-schedules.ts'
import { dirtyIds } from '#test/builders/old-base.ts'
import type { Input } from './samples.ts'
import type { Stock } from '../stock.ts'
import { signInSamples } from './samples-sign-in.ts'

const GOODS = await writeXlsx({
  name: 'Номенклатура',
  columns: ['Группа', 'Название', 'Единица'].map((header) => ({ header, kind: 'text' })),
  rows: [['Чёрный лом', 'Лом 12А', 'кг']],
})

/** Good requests of the office: people, files, suppliers, products, prices. */
export function officeSamples(stock: Stock): Record<string, readonly Input[]> {
  return {
    ...scheduleSamples(stock),
    ...signInSamples(stock),
    ...peopleSamples(stock),
    ...supplierSamples(stock),
    ...goodsSamples(stock),
  }
}

function scheduleSamples({ reportSchedule }: Stock) {
  const { type, ...schedule } = DAILY_ORDER
  return {
    'report.getScheduleReaders': [
      { query: { type } },
      { query: { type: 'list', call: 'act/getAllActs' } },
    ],
    'report.createSchedule': [
      { body: { type, ...schedule } },
      { body: { type, ...schedule, repeats: 'week', weekdays: [1, 5], format: 'xlsx' } },
    ],
    'report.updateSchedule': [
      { body: { ...schedule, ...reportSchedule, repeats: 'month', month_day: 31 } },
    ],
    'report.switchSchedule': [{ body: { ...reportSchedule, is_on: false } }],
    'report.deleteSchedule': [{ body: reportSchedule }],
    'report.runSchedule': [{ body: { id: reportSchedule.id } }],
  } satisfies Record<string, readonly Input[]>
}

function peopleSamples(stock: Stock) {
  const { user, savedPayment, column, company, file, visit, report } = stock
  const { draft, phoneLink } = stock
  const object = { entity: 'payment', ids: [savedPayment.id], version: 1 }
  return {
    'user.updateInfo': [
      { body: { ...user, phone: '+79261112233', email: 'a@b.ru' } },
      { body: [{ ...user, phone: '+79261112244' }] },
    ],
    'user.checkPCode': [
      { body: { pcode: '305817' } },
      { body: { pcode: '305817', action: 'payment.register', object, amount_kop: 100 } },
    ],
    'user.updatePreference': [
      { body: { key: 'list.acts', scope: 'user', value: { columns: ['date'] } } },
    ],
    'user.readNotices': [{ body: { until: '2026-01-01T00:00:00Z' } }],
    'user.getHistory': [{ query: { entity: 'price_column', entity_id: column.id } }],
    'company.get': [{ query: { id: company.id } }],
    'files.save': [
      {
        query: { params: { kind: 'photo', post: 1, camera: 1, taken_at: '2026-01-01T00:00:00Z' } },
      },
      { query: { params: { kind: 'waybill', entity: 'transaction', entity_id: visit.id } } },
    ],
    'files.get': [{ params: { id: file.id } }],
    'phoneLinks.create': [{ body: { entity: 'act', entity_id: draft.id } }],
    'phoneLinks.getPage': [{ query: { id: phoneLink.id, page: 1 } }],
    'phone.open': [{ body: { token: 'x'.repeat(43), key: 'y'.repeat(43) } }],
    'report.getDashboard': [
      { query: { filter: { scope: 'operator' } } },
      {
        query: {
          filter: { scope: 'operator', date_from: '2026-01-01', date_to: '2026-01-31' },
        },
      },
    ],
    'report.preview': [
      {
        query: {
          type: 'purchases_by_product',
          params: { date_from: '2026-01-01', date_to: '2026-01-31' },
        },
      },
    ],
    'report.reviewExceptions': [
      {
        body: {
          items: [{ entity: 'transaction', entity_id: visit.id, code: 'manual' }],
          note: 'Терминал был отключён',
        },
      },
    ],
    'report.getDocumentPdf': [
      {
        query: {
          kind: 'register_book',
          params: { date_from: '2026-01-01', date_to: '2026-01-31' },
        },
      },
    ],
    'report.getDocument': [
      {
        query: {
          kind: 'register_book',
          params: { date_from: '2026-01-01', date_to: '2026-01-31' },
        },
      },
    ],
    'report.cancel': [{ body: { reportId: report.id } }],
    'report.create': [
      {
        body: {
          type: 'list',
          params: {
            call: 'act/getAllActs',
            filter: { status: ['issued'], sort: [['total_kop', 'desc']] },
            columns: ['number', 'supplier', 'total'],
          },
          format: 'csv',
        },
      },
      {
        body: {
          type: 'list',
          params: { call: 'supplier/getAllSuppliers', columns: ['name'] },
          format: 'xlsx',
        },
      },
    ],
    'utils.getQrCode': [{ query: { text: 'A-2026-1' } }],
  } satisfies Record<string, readonly Input[]>
}

const passport = {
  type: 'rf_passport',
  series: '4510',
  number: '654321',
  issued_by: 'ОВД «Речной» г. Москвы',
  issued_at: '2015-03-04',
  dept_code: '770-002',
}
const representative = {
  full_name: 'Орлов Илья Петрович',
  doc: passport,
  authority: 'Доверенность',
  number: '7',
  date: '2026-01-02',
  valid_until: '2027-01-02',
}
const person = {
  last_name: 'Соколов',
  first_name: 'Егор',
  middle_name: 'Ильич',
  birth_date: '1980-01-02',
  birth_place: 'г. Тверь',
  citizenship: 'RU',
  doc: passport,
  reg_address: 'г. Тверь, ул. Мира, д. 1',
  snils: '11223344595',
  phone: '+79265554433',
  email: 'sokolov@mail.ru',
  comment: 'Звонить\nпосле обеда',
  representatives: [representative],
}

function supplierSamples(stock: Stock) {
  const { supplier, draftSupplier, method, consentFile, defaultColumn, bankConfig } = stock
  const address = { supplierId: supplier.id, paymentMethodId: method.id }
  const consent = { text_version: '1', file_id: consentFile.id, given_at: '2026-01-15' }
  const fresh = { supplierId: supplier.id, holder_name: 'Кузнецов Андрей Сергеевич' }
  const token = { card_token: 'tok-1', card_last4: '9001', card_config_id: bankConfig.id }
  return {
    'supplier.create': [
      { body: { type: 'person', ...person, price_column_id: defaultColumn.id } },
      { body: [{ type: 'company', org_name: 'ООО «Металл»', inn: '7702070139' }] },
    ],
    'supplier.update': [
      { body: { ...supplier, ...person, price_column_id: defaultColumn.id } },
      { body: [{ ...supplier, consent }] },
    ],
    'supplier.setStatus': [
      { body: { ids: [supplier.id], new_status: 'active' } },
      { body: { ids: [draftSupplier.id], new_status: 'archived', reason: 'Больше не сдаёт' } },
    ],
    'supplier.merge': [
      { body: { keep: supplier, drop: draftSupplier, take: ['phone', 'terms'], dry_run: true } },
      { body: { keep: supplier, drop: draftSupplier, take: [], reason: 'Завели дважды' } },
    ],
    'supplier.findTwins': [
      { body: { type: 'person', name: 'Кузнецов Андрей', birth_date: '1975-05-17' } },
      { body: { type: 'company', inn: '7702070139', except: supplier.id } },
    ],
    'supplier.createMethod': [
      { body: { ...fresh, kind: 'sbp', sbp_phone: '+79261234567', sbp_bank_id: '100000000111' } },
      { body: { ...fresh, kind: 'card', ...token } },
      { body: { ...fresh, kind: 'account', account: '40817810900000000017', bik: '044525974' } },
    ],
    'supplier.updateMethod': [{ body: { ...address, version: 1, title: 'Основной' } }],
    'supplier.setMethodStatus': [{ query: address, body: { new_status: 'active' } }],
    'supplier.deleteMethod': [{ query: address }],
    'oldBase.find': [{ query: { filter: { search: 'иван', limit: 5 } } }],
    'oldBase.copy': [{ body: { legacy_ids: [dirtyIds[0]!] } }],
    'supplier.find': [{ query: { mask: 'Кузнецов' } }],
    'supplier.getConsentPdf': [{ query: { id: supplier.id } }],
    'supplier.get': [{ query: { id: supplier.id } }, { query: { id: supplier.id, personal: '1' } }],
  } satisfies Record<string, readonly Input[]>
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

function goodsSamples(stock: Stock) {
  const { group, product, copper, column, defaultColumn, pricePlan } = stock
  const cell = { product_id: product.id, column_id: defaultColumn.id, price_kop: 2_500_000 }
  const bulk = { column_id: defaultColumn.id, product_ids: [product.id], round_to_kop: 100 }
  const fields = {
    code: 'NEW',
    measure: 'weight',
    display_unit: 'kg',
    metal_class: 'ferrous',
    gost_category: '5А',
    waste_code: '4 61 010 01 20 5',
    default_zasor_bp: 100,
    zasor_step_g: 10,
    allowed_from_person: true,
    requires_radiation_check: true,
    asks_moisture: true,
    hazard_note: 'Острые края',
  }
  return {
    'product.update': [
      { body: { parent_id: group.id, kind: 'item', name: 'Лом 5А', ...fields } },
      { body: { ...copper, name: 'Медь, кусок', price_step_bp: 1000 } },
    ],
    'product.addReady': [{ body: { sections: ['paper'] } }],
    'product.move': [{ body: { id: copper.id, new_parent_id: group.id, position: 0 } }],
    'product.delete': [{ query: { id: copper.id } }],
    'product.import': [
      { query: {}, file: GOODS },
      { query: { plan: '0'.repeat(64) }, file: GOODS },
    ],
    'price.updateColumn': [
      { body: { title: 'Оптовая', order: 5 } },
      { body: { ...column, order: 7 } },
    ],
    'price.deleteColumn': [{ query: { id: column.id } }],
    'price.restoreColumn': [{ query: { id: column.id } }],
    'price.setDefaultColumn': [{ query: { id: column.id } }],
    'price.updateCell': [
      { body: { ...cell, version: 1 } },
      { body: { cells: [{ ...cell, version: 1 }] } },
    ],
    'price.updateColumns': [
      { body: { order: [column.id, defaultColumn.id] } },
      { body: { bulk: { ...bulk, mode: 'percent', bp: 100 } } },
      { body: { bulk: { ...bulk, mode: 'amount', delta_kop: 100 } } },
    ],
    'price.preview': [{ body: { bulk: { ...bulk, mode: 'percent', bp: 100 } } }],
    'price.plan': [{ body: { from_at: inAnHour(), cells: [cell] } }],
    'price.cancelPlan': [{ query: { id: pricePlan.id } }],
    'price.getHistory': [
      { query: { product_id: product.id } },
      { query: { product_id: product.id, column_id: column.id } },
      { query: { column_id: column.id } },
    ],
    'price.getBody': [{ query: { column_id: defaultColumn.id } }],
    'price.getPdf': [{ query: { column_id: defaultColumn.id } }],
    'price.getSheet': [
      { body: { column_ids: [defaultColumn.id] } },
      { body: { column_ids: [defaultColumn.id], product_ids: [product.id] } },
    ],
  } satisfies Record<string, readonly Input[]>
}
