// Verifies the exported proof of one weighing with Node's own crypto alone: no code of the product, no server, no network.
// Runs on any Node from 20 on: node scripts/verify-proof.mjs FILE [--server-key X] [--agent-key X]
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const FORMAT = 'priyomka-weighing-proof-1'
const failures = []
const say = (line) => console.log(line)
const good = (line) => say(`верно   ${line}`)
const open = (line) => say(`открыто ${line}`)
function bad(line) {
  failures.push(line)
  say(`НЕВЕРНО ${line}`)
}
const check = (holds, line, why) => (holds ? good(line) : bad(`${line}: ${why}`))

const ed25519 = (x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
const signs = (x, text, signature) => {
  try {
    return verify(null, Buffer.from(text), ed25519(x), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** The second version of the signed text, written down here once more on purpose (docs/devices.md 4.4). */
function textOfReading(r) {
  const bit = (flag) => (flag ? '1' : '0')
  const fields = [r.agent_id, r.device_id, r.post, r.seq, r.ts, r.doubt_ms ?? '', r.weight_g ?? '']
  const flags = [bit(r.stable), bit(r.zero), bit(r.overload)]
  const rest = [r.status, r.episode_id ?? '-', r.blockers.join(','), r.alibi ?? '', r.raw]
  return ['v2', ...fields, ...flags, ...rest].join('\n')
}

function openSeal({ seal, server_key }, trusted) {
  const [head, body, signature, ...more] = String(seal).split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const isOurs = more.length === 0 && header.alg === 'EdDSA' && header.typ === 'proof+jwt'
  check(
    isOurs && signs(server_key, `${head}.${body}`, signature),
    'печать сервера на описании взвешивания',
    'описание изменили, или его составил не этот сервер',
  )
  if (trusted) check(trusted === server_key, 'ключ сервера тот, что вы назвали', server_key)
  else say(`        ключ сервера ${server_key}: сравните с адресом /.well-known/jwks.json сервера`)
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

function checkReading({ reading, weighing, agent_key }, trusted) {
  if (reading === null) return open('вес введён без показания весов: проверять нечего')
  check(
    reading.weight_g === weighing.weight_g && reading.device_id === weighing.device_id,
    `записан тот вес, который показали весы: ${weighing.weight_g} г`,
    `весы показали ${reading.weight_g} г`,
  )
  if (reading.agent_id === undefined)
    return open(
      `подпись прежнего вида: её проверил только сам сервер (${weighing.signature}); кадр весов ею не покрыт`,
    )
  if (agent_key === null) return bad('ключа компьютера весов в файле нет')
  check(
    signs(agent_key, textOfReading(reading), reading.sig),
    'подпись компьютера весов на показании, кадре и всех признаках',
    'показание изменили после взвешивания',
  )
  if (trusted) check(trusted === agent_key, 'ключ компьютера весов тот, что вы назвали', agent_key)
  else say(`        ключ компьютера весов ${agent_key}`)
  say(`        кадр весов ${reading.raw || 'не сохранён'}`)
  checkTime(reading, weighing)
}

/** The server records a weighing within seconds of its reading; a load seen without a link stands at the agent's own time. */
function checkTime({ ts, doubt_ms }, { taken_at, offline }) {
  const apart = Math.abs(Date.parse(taken_at) - Date.parse(ts))
  check(apart < 15_000 + (doubt_ms ?? 0), `время взвешивания ${taken_at}`, `показание от ${ts}`)
  if (!offline) return
  open(
    doubt_ms === null || doubt_ms === undefined
      ? 'взвешено без связи, часы компьютера весов с сервером не сверены: время с его слов'
      : `взвешено без связи: часы компьютера весов могли ошибаться на ${doubt_ms} мс`,
  )
}

function checkPhotos({ weighing }, photos) {
  for (const { file_id, view, sha256, state, given } of weighing.photos) {
    const bytes = photos[file_id]
    const name = `снимок «${view}» ${sha256.slice(0, 16)}…`
    if (state === 'changed') bad(`${name}: в хранилище лежат другие байты`)
    else if (bytes === undefined) open(`${name}: в файле его нет (${state})`)
    else {
      const found = createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('hex')
      check(found === sha256, name, `отпечаток этих байтов ${found}`)
    }
    if (given) open(`${name} принёс оператор: камера площадки его не снимала`)
  }
  const named = new Set(weighing.photos.map(({ file_id }) => file_id))
  for (const id of Object.keys(photos)) if (!named.has(id)) bad(`снимок ${id} описанием не назван`)
}

function checkWords({ weighing }) {
  if (weighing.plate_by === 'operator')
    open(`номер ${weighing.plate_read} со слов оператора: камера его не подтвердила`)
  if (weighing.after_gap) bad(`взвешивание № ${weighing.capture_no - 1} этих весов убрали из базы`)
  if (weighing.signature === 'broken') bad('сам сервер считает подпись неподходящей')
}

/** A key is base64url and may begin with a hyphen; `parseArgs` takes such a value only after an equals sign. */
function joinKeys(args) {
  const joined = []
  for (let i = 0; i < args.length; i++) {
    const isKey = args[i] === '--server-key' || args[i] === '--agent-key'
    joined.push(isKey && i + 1 < args.length ? `${args[i]}=${args[++i]}` : args[i])
  }
  return joined
}

function readArguments() {
  const options = { 'server-key': { type: 'string' }, 'agent-key': { type: 'string' } }
  try {
    const args = joinKeys(process.argv.slice(2))
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length === 1) return { name: positionals[0], keys: values }
  } catch {}
  console.error('Назовите файл: npm run verify-proof -- ФАЙЛ [--server-key X] [--agent-key X]')
  process.exit(2)
}

const { name, keys } = readArguments()
try {
  const proof = JSON.parse(readFileSync(name, 'utf8'))
  if (proof.format !== FORMAT) throw new Error('это не доказательство взвешивания')
  const statement = openSeal(proof, keys['server-key'])
  const { company, visit, weighing } = statement
  say(`${company}, заезд ${visit.number} ${visit.carnumber ?? ''}, ${weighing.weight_g / 1000} кг`)
  checkReading(statement, keys['agent-key'])
  checkPhotos(statement, proof.photos)
  checkWords(statement)
} catch (error) {
  bad(`файл не читается: ${error.message}`)
}
say(failures.length === 0 ? 'Доказательство цело' : `Расхождений: ${failures.length}`)
process.exitCode = failures.length === 0 ? 0 : 1
