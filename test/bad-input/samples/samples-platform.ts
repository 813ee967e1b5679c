import { ed807 } from '#test/builders/ed807.ts'
import type { Input } from './samples.ts'
import type { Stock } from '../stock.ts'

const KEYS = { shop_id: '100500', secret_key: 'key' }

const ACCESS_ROW = {
  subject: 'role',
  subject_code: 'MANAGER',
  allow: true,
  confirm: 'none',
  limit: { max_kop: 1, max_bp: 1 },
}

/**
 * Good requests of SUPERVISOR, companies, banks and the agreements between them, of what leaves for addresses of
 * others, and of the directory of instruments.
 */
export function platformSamples(stock: Stock) {
  const { company, bank, bankConfig, user, session, serviceAccount, serviceKey } = stock
  const { webhook, webhookDelivery, pushBrowser } = stock
  const expires_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const place = { companyId: company.id, bankConfigId: bankConfig.id }
  const ofCompany = { kind: 'weight_act', companyId: company.id } as const
  return {
    ...instrumentSamples(stock),
    'company.getSetUp': [{ query: { companyId: company.id } }],
    'company.create': [
      {
        body: {
          name: 'ООО «Новая»',
          short_name: 'Новая',
          inn: '7707083893',
          kpp: '773601001',
          ogrn: '1027700132195',
          okpo: '00032537',
          legal_address: 'г. Москва, ул. Складская, д. 2',
          phone: '+74951234567',
          email: 'a@b.ru',
          director_position: 'Директор',
          director_name: 'Смирнов Пётр Ильич',
          licence_number: 'Л-1',
          licence_date: '2024-02-01',
          licence_authority: 'Правительство Москвы',
          timezone: 'Europe/Moscow',
          sites: [{ name: 'Площадка', address: 'г. Москва', is_default: true, status: 'active' }],
        },
      },
    ],
    'user.addPushBrowser': [
      {
        body: {
          // Nobody listens there.
          endpoint: 'http://127.0.0.1:9/push/sample',
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    ],
    'user.removePushBrowser': [{ body: { id: pushBrowser.id } }],
    'user.testPush': [{ body: { id: pushBrowser.id } }],
    'audit.getEvent': [{ query: { companyId: company.id, seq: 1 } }],
    'audit.verifyChain': [{ query: { companyId: company.id, after: 0 } }],
    'user.updateActionAccess': [
      {
        body: {
          company_id: company.id,
          action_id: '01a1fcf6-0000-7000-8000-0000000000ff',
          rows: [ACCESS_ROW],
          former_rows: [ACCESS_ROW],
        },
      },
      { body: { company_id: company.id, preset: 'simple' } },
    ],
    'company.importConfiguration': [
      {
        body: {
          id: company.id,
          version: company.version,
          text: '{"format":"priyomka.company-settings","version":1,"settings":{}}',
          dry_run: true,
        },
      },
    ],
    'document.getDocuments': [{ query: {} }, { query: { companyId: company.id } }],
    'document.getTexts': [{ query: { kind: 'psa' } }, { query: ofCompany }],
    'document.saveTexts': [
      { body: { ...ofCompany, texts: { remark: 'Примечание' } } },
      { body: { kind: 'psa', texts: { remark: 'Примечание' } } },
    ],
    'document.deleteDraft': [{ body: { ...ofCompany, version: 1 } }],
    'document.publishTexts': [{ body: { kind: 'psa', version: 1, valid_from: '2199-01-01' } }],
    'document.previewTexts': [
      { body: { kind: 'consent', texts: { remark: 'Примечание' } } },
      {
        body: { ...ofCompany, texts: {}, record: { companyId: company.id, number: '2026-000001' } },
      },
    ],
    'company.setStatus': [{ body: { id: company.id, new_status: 'active' } }],
    'company.addBankConfig': [
      {
        body: {
          companyId: company.id,
          bank_id: bank.id,
          title: 'Выплаты',
          default_for: [],
          raw_card_allowed: false,
          allow_test_payment: false,
          credentials: KEYS,
        },
      },
    ],
    'company.updateBankConfig': [
      { body: { ...place, version: bankConfig.version, title: 'Иначе', allow_test_payment: true } },
    ],
    'company.setBankConfigStatus': [{ body: { ...place, new_status: 'active' } }],
    'company.deleteBankConfig': [{ query: place }],
    'user.create': [
      {
        body: {
          login: 'new-person',
          full_name: 'Орлова Анна',
          position: 'Оператор',
          phone: '+79261112233',
          email: 'a@b.ru',
          company_id: company.id,
          role: 'USER',
          roles: ['OPERATOR'],
          pcode: '583920',
        },
      },
    ],
    'user.superUpdate': [
      { body: { ...user, full_name: 'Орлова Анна', phone: '+79261112233', roles: ['OPERATOR'] } },
    ],
    'user.superSetStatus': [{ body: { id: user.id, new_status: 'active' } }],
    'user.superEndSessions': [
      { body: { id: user.id, ids: [session.id], reason: 'Потерян телефон' } },
    ],
    'user.superCreateServiceAccount': [
      {
        body: {
          company_id: company.id,
          title: 'Обмен с 1С',
          permissions: ['acts.read', 'suppliers.write'],
          expires_on,
        },
      },
    ],
    'user.superUpdateServiceAccount': [
      {
        body: {
          ...serviceAccount,
          title: 'Обмен с 1С',
          permissions: ['acts.read'],
          status: 'active',
        },
      },
    ],
    'user.superAddServiceKey': [{ body: { id: serviceAccount.id, expires_on } }],
    'user.superRevokeServiceKey': [{ body: { id: serviceAccount.id, key_id: serviceKey.id } }],
    'user.superCreateWebhook': [
      {
        body: {
          company_id: company.id,
          title: 'Обмен с 1С',
          url: 'https://hook.example/events',
          events: ['act.issued', 'payment.paid'],
        },
      },
    ],
    'user.superUpdateWebhook': [
      {
        body: {
          ...webhook,
          title: 'Обмен с 1С',
          url: 'https://hook.example/',
          events: ['act.paid'],
        },
      },
    ],
    'user.superRotateWebhookSecret': [{ body: webhook }],
    'user.superTestWebhook': [{ body: { id: webhook.id } }],
    'user.superResendWebhookDelivery': [{ body: { id: webhookDelivery.id } }],
    'user.sendTemporaryLinks': [{ body: { user_ids: [user.id] } }],
    'company.findParty': [{ query: { inn: '7707083893' } }],
    'report.getMonth': [{ query: { month: '2026-11' } }],
    'bikDirectory.find': [{ query: { bik: '044525225' } }],
    'bikDirectory.upload': [{ file: ed807({}) }],
    'bikDirectory.restore': [{ body: { id: '01a1fcf6-0000-7000-8000-0000000000aa' } }],
    'bank.create': [
      { body: { code: 'new-bank', name: 'Банк', bik: '044525225', adapter: 'yookassa' } },
    ],
    'bank.update': [{ body: { id: bank.id, version: 1, name: 'Банк', bik: '044525225' } }],
    'bank.setStatus': [{ body: { id: bank.id, new_status: 'active' } }],
  } satisfies Record<string, readonly Input[]>
}

function instrumentSamples(stock: Stock) {
  return {
    'instrument.create': [
      {
        body: {
          model: 'ДРГ-01Т1',
          serial_number: '77',
          verified_on: '2026-01-10',
          valid_until: '2027-01-09',
          background_usv_h_milli: 110,
          responsible: 'Гусев О. Р.',
        },
      },
    ],
    'instrument.update': [{ body: { ...stock.instrument, responsible: 'Гусев О. Р.' } }],
    'instrument.recordAlarm': [
      {
        body: {
          kind: 'radiation',
          instrument_id: stock.instrument.id,
          usv_h_milli: 900,
          note: 'Машина не принята',
        },
      },
    ],
  } satisfies Record<string, readonly Input[]>
}
