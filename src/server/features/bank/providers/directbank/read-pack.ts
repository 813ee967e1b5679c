import { quoteBank } from '../bank-text.ts'
import type { BankNotice, TakenPack } from '../bank-exchange.ts'
import { parseSafely, describeError } from './exchange-call.ts'
import { endOfNotice } from './read-notices.ts'
import { KINDS } from './write-documents.ts'
import { childOf, textOf, type Element } from './xml.ts'

type PackNotice = TakenPack['notices'][number]
type PackStatement = TakenPack['statements'][number]

/** Ids of the standard are texts without a bound; longer ones are none of ours. */
const ID = 100
const MOST_DOCUMENTS = 1000

/** The documents of a pack (`Packet` of 1C-Bank_Packet.xsd) that tell something about ours. */
export function readPack(id: string, packet: Element): TakenPack {
  const notices: PackNotice[] = []
  const statements: PackStatement[] = []
  let problem: string | null = null
  const documents = packet.children.filter(({ name }) => name === 'Document')
  for (const document of documents.slice(0, MOST_DOCUMENTS)) {
    const kind = document.attributes['dockind']
    const documentId = document.attributes['id']?.slice(0, ID) ?? ''
    const isOurs =
      kind === KINDS.packetNotice || kind === KINDS.docNotice || kind === KINDS.statement
    if (!isOurs) continue
    if (isTrue(document.attributes['compressed']) || isTrue(document.attributes['encrypted'])) {
      problem = `document ${documentId} is packed or encrypted`
      continue
    }
    const body = Buffer.from(textOf(document, 'Data') ?? '', 'base64')
    if (kind === KINDS.statement) {
      statements.push({ id: documentId || id, body, answers: requestOf(body) })
      continue
    }
    const notice = readNotice(documentId || `${id}/${notices.length}`, body.toString('utf8'))
    if (notice) notices.push(notice)
    else problem = `document ${documentId} cannot be read`
  }
  return { id, notices, statements, problem }
}

/** `ExtIDStatementRequest`, at the end of a statement that may be long: it is read as a whole elsewhere. */
function requestOf(body: Buffer): string | null {
  const end = body.subarray(-1000).toString('latin1')
  return (
    /<(?:[\w.-]+:)?ExtIDStatementRequest>\s*([\x21-\x3b\x3d-\x7e]{1,100})\s*</.exec(end)?.[1] ??
    null
  )
}

const isTrue = (text: string | undefined) => text === 'true' || text === '1'

/** `StatusDocNotice` and `StatusPacketNotice`: an error or a state of a document, or of the pack in which it was sent. */
function readNotice(id: string, text: string): PackNotice | undefined {
  const root = parseSafely(text)
  if (root?.name !== 'StatusDocNotice' && root?.name !== 'StatusPacketNotice') return undefined
  const about =
    root.name === 'StatusDocNotice'
      ? textOf(root, 'ExtID')
      : (textOf(root, 'ExtIDPacket') ?? textOf(root, 'IDResultSuccessResponse'))
  const result = readResult(childOf(root, 'Result'))
  if (about === undefined || result === undefined) return undefined
  // «Принят» of a pack says that it waits to be read: nothing about its documents.
  const code =
    root.name === 'StatusPacketNotice' && !result.isError ? `pack_${result.code}` : result.code
  const answers = textOf(root, 'ExtIDStatusRequest')?.slice(0, ID) ?? null
  const notice = { ...result, code }
  return { id, about: about.slice(0, ID), answers, ...notice, end: endOfNotice(notice) }
}

function readResult(result: Element | undefined): BankNotice | undefined {
  const error = childOf(result, 'Error')
  const status = childOf(result, 'Status')
  const code = textOf(error, 'Code') ?? textOf(status, 'Code')
  if (code === undefined) return undefined
  const words = error
    ? describeError(error)
    : (textOf(status, 'MoreInfo') ?? textOf(status, 'Name') ?? '')
  return { isError: error !== undefined, code: code.slice(0, 10), words: quoteBank(words) || null }
}
