import { randomUUID } from 'node:crypto'
import type { Settings } from '../settings.ts'

const NAMESPACE = 'http://directbank.1c.ru/XMLSchema'
const VERSION = '2.3.2'
export const BANK_BIC = '044525974'
export const MARK = '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n'

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What the bank answers to a call at once. */
function resultBank(inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ResultBank xmlns="${NAMESPACE}" formatVersion="${VERSION}" userAgent="TrainingBank">${inner}</ResultBank>`
}

export function success(inner: string): string {
  return resultBank(`<Success>${inner}</Success>`)
}

/** Codes and descriptions of the standard's table; `more` is the bank's own explanation. */
export function failure(code: keyof typeof descriptions, more = ''): string {
  return resultBank(errorElement(code, more))
}

function errorElement(code: keyof typeof descriptions, more: string): string {
  const info = more === '' ? '' : `<MoreInfo>${escapeXml(more)}</MoreInfo>`
  return `<Error><Code>${code}</Code><Description>${descriptions[code]}</Description>${info}</Error>`
}

export type ErrorCode = keyof typeof descriptions

const descriptions = {
  '1002': 'Не указан обязательный заголовок в запросе',
  '1003': 'Идентификатор клиента не найден',
  '1006': 'Сессия закрыта по тайм-ауту',
  '1007': 'Некорректный идентификатор сессии',
  '1010': 'Внутренняя ошибка',
  '1013': 'Недостаточно прав на операции с расч.счетом',
  '1201': 'Некорректные данные для аутентификации',
  '1203': 'Доступ к сервису временно заблокирован',
  '1204': 'Некорректный ОТР',
  '2001': 'Некорректный формат транспортного контейнера',
  '2002': 'Дубль транспортного контейнера',
  '2004': 'Неизвестный отправитель',
  '2005': 'Неизвестный получатель',
  '2007': 'Недопустимый код вида электронного документа',
  '2013': 'Отсутствует электронная подпись',
  '2101': 'Некорректный формат отметки времени',
  '2102': 'Транспортный контейнер не найден',
  '2201': 'Некорректный формат электронного документа',
  '2202': 'Дубль электронного документа по ИД',
  '2205': 'Ошибка в реквизитах электронного документа',
  '2207': 'Отсутствует электронный документ с запрашиваемым ИД',
} as const

export type DocumentState =
  | { status: string; name: string; more?: string }
  | { error: ErrorCode; more?: string }

/** `StatusDocNotice` about a document, in answer to a question or by the bank's own wish. */
export function docNotice(about: string, told: DocumentState, question: string | null, at: number) {
  const id = randomUUID()
  const asked = question === null ? '' : `<ExtIDStatusRequest>${question}</ExtIDStatusRequest>`
  return {
    id,
    body: `${MARK}<StatusDocNotice xmlns="${NAMESPACE}" id="${id}" formatVersion="${VERSION}" creationDate="${moment(at)}">
<Sender><Bank bic="${BANK_BIC}"/></Sender><Recipient><Customer id="0"/></Recipient>
<ExtID>${about}</ExtID>${resultOf(told)}${asked}</StatusDocNotice>`,
  }
}

/** `StatusPacketNotice`: what became of a pack. */
export function packNotice(bankId: string, packId: string, told: DocumentState, at: number) {
  const id = randomUUID()
  return {
    id,
    body: `${MARK}<StatusPacketNotice xmlns="${NAMESPACE}" id="${id}" formatVersion="${VERSION}" creationDate="${moment(at)}">
<Sender><Bank bic="${BANK_BIC}"/></Sender><Recipient><Customer id="0"/></Recipient>
<IDResultSuccessResponse>${bankId}</IDResultSuccessResponse>${resultOf(told)}<ExtIDPacket>${packId}</ExtIDPacket></StatusPacketNotice>`,
  }
}

function resultOf(told: DocumentState): string {
  if ('error' in told) return `<Result>${errorElement(told.error, told.more ?? '')}</Result>`
  const more = told.more ? `<MoreInfo>${escapeXml(told.more)}</MoreInfo>` : ''
  return `<Result><Status><Code>${told.status}</Code><Name>${told.name}</Name>${more}</Status></Result>`
}

/** `GetPacketResponse` with one document in base64. */
export function packetOf(mail: {
  id: string
  kind: string
  document_id: string
  body: string
  at: number
}) {
  const data = Buffer.from(mail.body)
    .toString('base64')
    .replaceAll(/.{1,76}/g, '$&\n')
  return success(`<GetPacketResponse id="${mail.id}" formatVersion="${VERSION}" creationDate="${moment(mail.at)}">
<Sender><Bank bic="${BANK_BIC}"/></Sender><Recipient><Customer id="0"/></Recipient>
<Document id="${mail.document_id}" dockind="${mail.kind}" formatVersion="${VERSION}"><Data fileName="FileFromBank">${data}</Data></Document></GetPacketResponse>`)
}

/** What the bank asks of its customers' programs. */
export function settingsDocument(settings: Settings, at: number): string {
  const kinds = ['03', '05', '10', '14']
    .map((kind) => {
      const rule = kind === '10' && settings.direct_signature === 1 ? '(11)' : '(0)'
      return `<Document docKind="${kind}"><Signed><RuleSignatures>${rule}</RuleSignatures></Signed></Document>`
    })
    .join('')
  const customer = settings.direct_customer_varies === 1 ? randomUUID() : settings.direct_customer
  return `${MARK}<Settings xmlns="${NAMESPACE}" id="${randomUUID()}" formatVersion="${VERSION}" creationDate="${moment(at)}">
<Sender bic="${BANK_BIC}"/><Recipient id="${settings.direct_customer}"/>
<Data><CustomerID>${customer}</CustomerID><BankServerAddress>https://training/directbank</BankServerAddress>
<FormatVersion>${VERSION}</FormatVersion><Encoding>UTF-8</Encoding><Logon><Login><User>${escapeXml(settings.direct_login)}</User></Login></Logon>${kinds}</Data></Settings>`
}

/** The bank's clock to the second. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}
