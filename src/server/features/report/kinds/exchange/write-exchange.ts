import { refuse } from '#http/refusal.ts'
import { incomingDir } from '../../../../body/receive-file.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { wallClock } from '../../../../sheets/columns.ts'
import { findCompany } from '../../../company/company-queries.ts'
import { frozenSupplier } from '../../documents/frozen-supplier.ts'
import { MAX_ROWS } from '../../lists/list-export.ts'
import type { ProgressListener, WrittenFile } from '../../write/composed-file.ts'
import { TextFile } from '../../write/text-file.ts'
import {
  accountElement,
  organizationElement,
  productElement,
  siteElement,
  supplierElements,
  unitElement,
  units,
} from './catalog-elements.ts'
import {
  payoutElement,
  receiptElement,
  refundElement,
  voidElement,
  type Issuer,
} from './document-elements.ts'
import {
  countDocuments,
  walkAccounts,
  walkActs,
  walkPayouts,
  walkProducts,
  walkReturns,
  walkSites,
  walkSuppliers,
  walkVoidActs,
  type ExchangedAct,
  type ExchangeScope,
} from './exchange-queries.ts'

/** Supported by 1C since 2020 and still by what is sold today; later ones add nothing that we write. */
const VERSION = '1.8'
const FORMAT = `http://v8.1c.ru/edi/edi_stnd/EnterpriseData/${VERSION}`
const MESSAGE = 'http://www.1c.ru/SSL/Exchange/Message'

/** Documents after which others have their turn: a few milliseconds of work. */
const EVERY = 50

/** Writes a message of EnterpriseData: first what the documents name, then the documents. Memory holds a piece of it. */
export async function writeExchange(
  db: Tx,
  scope: ExchangeScope,
  onProgress: ProgressListener,
  most = MAX_ROWS,
): Promise<WrittenFile> {
  const documents = await countDocuments(db, scope)
  if (documents > most)
    refuse('report.bad-params', {
      message: `За эти дни больше ${most.toLocaleString('ru')} документов. Сузьте период`,
    })
  const file = await TextFile.create(incomingDir(db.services.config.dataDir))
  try {
    await file.add(headOf(scope))
    const company = (await findCompany(db))!
    const clock = wallClock(zoneOf(db))
    const issuer: Issuer = {
      company,
      clock: (instant) => new Date(clock(instant)).toISOString().slice(0, 19),
    }
    for await (const one of catalogue(db, issuer, scope)) await file.add(`${one}\n`)
    await onProgress(10)
    let written = 0
    for await (const one of documentsOf(db, issuer, scope)) {
      await file.add(`${one}\n`)
      if (++written % EVERY > 0) continue
      await onProgress(10 + Math.floor((written / documents) * 85))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await file.add('</Body>\n</Message>\n')
    return {
      path: file.path,
      size: await file.finish(),
      mime: 'application/xml',
      rows: documents,
    }
  } catch (error) {
    await file.discard()
    throw error
  }
}

/**
 * Without a confirmation a message is one that is read from a file: it has no number and no partner. Its moment is the end of
 * the days, so that the same records give the same bytes whenever they are asked for.
 */
function headOf({ date_to }: ExchangeScope): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Message xmlns:msg="${MESSAGE}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`,
    '<msg:Header>',
    `<msg:Format>${FORMAT}</msg:Format>`,
    `<msg:CreationDate>${date_to}T23:59:59</msg:CreationDate>`,
    `<msg:AvailableVersion>${VERSION}</msg:AvailableVersion>`,
    '</msg:Header>',
    `<Body xmlns="${FORMAT}">`,
    '',
  ].join('\n')
}

async function* catalogue(db: Tx, { company }: Issuer, scope: ExchangeScope) {
  yield organizationElement(company)
  const measures = new Set<keyof typeof units>()
  const products: string[] = []
  for await (const product of walkProducts(db, scope)) {
    measures.add(product.measure)
    products.push(productElement(product))
  }
  for (const measure of [...measures].toSorted()) yield unitElement(measure)
  yield* products
  for await (const site of walkSites(db, scope)) yield siteElement(site)
  for await (const account of walkAccounts(db, scope)) yield accountElement(company, account)
  for await (const supplier of walkSuppliers(db, scope)) yield supplierElements(company, supplier)
}

async function* documentsOf(db: Tx, issuer: Issuer, scope: ExchangeScope) {
  for await (const act of walkActs(db, scope)) yield receiptElement(issuer, act, vatModeOf(db, act))
  for await (const { id } of walkVoidActs(db, scope)) yield voidElement(id)
  for await (const money of walkPayouts(db, scope)) yield payoutElement(issuer, money)
  for await (const money of walkReturns(db, scope)) yield refundElement(issuer, money)
}

/** As the act was printed; an old act without it has that of the supplier today. */
function vatModeOf(db: Tx, { id, supplier_snapshot, vat_mode }: ExchangedAct): string {
  return frozenSupplier(db, id, supplier_snapshot)?.vat_mode ?? vat_mode
}
