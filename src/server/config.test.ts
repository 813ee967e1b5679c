import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { BadSettings, parseEnvironment, readConfig } from './config.ts'
import { makeSecrets } from './settings/secret-files.ts'

const DATABASE_URL = 'postgres://127.0.0.1/x'
const all = mkdtempSync(path.join(os.tmpdir(), 'priyomka-config-'))
after(() => rmSync(all, { recursive: true, force: true }))
const folder = () => mkdtempSync(path.join(all, 'data-'))

test('a mail server needs both its settings, an address of mail and an address to send from', () => {
  const problem = (mail: Record<string, string>) => {
    try {
      readConfig({ DATABASE_URL, DEMO: '1', DATA_DIR: folder(), ...mail })
      return 'none'
    } catch (error) {
      return (error as Error).message
    }
  }
  const whole = { SMTP_URL: 'smtps://u:p@mail.example.ru', MAIL_FROM: 'priemka@example.ru' }
  assert.equal(problem(whole), 'none')
  assert.match(problem({ SMTP_URL: whole.SMTP_URL }), /обе настройки или ни одной/)
  assert.match(problem({ MAIL_FROM: whole.MAIL_FROM }), /обе настройки или ни одной/)
  assert.match(problem({ ...whole, SMTP_URL: 'http://mail.example.ru' }), /smtps:\/\/…/)
  assert.match(problem({ ...whole, MAIL_FROM: 'Приёмка' }), /priemka@example.ru/)
})

test('metrics are off without a port, and leave this machine only with a token', () => {
  const metricsOf = (metrics: Record<string, string>) =>
    readConfig({ DATABASE_URL, DEMO: '1', DATA_DIR: folder(), ...metrics }).metrics
  const problem = (metrics: Record<string, string>) => {
    assert.throws(() => metricsOf(metrics), BadSettings)
    try {
      return String(metricsOf(metrics))
    } catch (error) {
      return (error as Error).message
    }
  }
  const token = 'x'.repeat(32)
  assert.equal(metricsOf({}), undefined)
  assert.deepEqual(metricsOf({ METRICS_PORT: '9464' }), {
    host: '127.0.0.1',
    port: 9464,
    token: undefined,
  })
  const host = { METRICS_HOST: '0.0.0.0', TLS_WAIVED: 'metrics' }
  const open = { METRICS_PORT: '9464', ...host, METRICS_TOKEN: token }
  assert.equal(metricsOf(open)!.token, token)
  assert.match(problem({ METRICS_PORT: 'x' }), /METRICS_PORT: нужен порт/)
  assert.match(
    problem({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }),
    /METRICS_TOKEN: без него/,
  )
  assert.match(problem({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' }), /не меньше 32/)
})

test('traces leave this machine over https alone', () => {
  const tracesOf = (url: string) =>
    readConfig({ DATABASE_URL, DEMO: '1', DATA_DIR: folder(), TRACES_URL: url }).tracesUrl
  assert.equal(tracesOf(''), undefined)
  assert.equal(tracesOf('http://127.0.0.1:4318/'), 'http://127.0.0.1:4318')
  assert.equal(tracesOf('https://traces.example.ru'), 'https://traces.example.ru')
  // `fetch` refuses an address with a name in it, at each batch and by repeating it to the log.
  const named = ['https://key:secret@traces.example.ru', 'https://key@traces.example.ru']
  const asked = ['https://traces.example.ru?token=secret', 'https://traces.example.ru/#a']
  for (const bad of ['http://traces.example.ru', 'ftp://127.0.0.1', 'traces', ...named, ...asked])
    assert.throws(() => tracesOf(bad), /TRACES_URL: нужен адрес/, bad)
})

test('S3 needs an address, a bucket and a key; every bad setting of it is named', () => {
  const filesOf = (s3: Record<string, string>) =>
    readConfig({ DATABASE_URL, DEMO: '1', DATA_DIR: folder(), ...s3 }).files
  const whole = {
    S3_ENDPOINT: 'https://s3.example.ru',
    S3_BUCKET: 'priyomka',
    S3_KEY_ID: 'key',
    S3_SECRET: 'secret',
  }
  assert.deepEqual(filesOf({}), { place: 'disk', s3: undefined })
  const { place, s3 } = filesOf({ ...whole, FILES_IN: 's3', S3_PREFIX: 'yard/files' })
  assert.deepEqual(
    [place, s3?.endpoint.host, s3?.prefix, s3?.style],
    ['s3', 's3.example.ru', 'yard/files/', 'path'],
  )
  assert.equal(filesOf(whole).s3?.prefix, '')
  assert.throws(() => filesOf({ FILES_IN: 's3' }), /FILES_IN: для s3 нужны S3_ENDPOINT/)
  assert.throws(() => filesOf({ FILES_IN: 'cloud' }), /FILES_IN: disk или s3/)
  assert.throws(
    () => filesOf({ S3_ENDPOINT: 'http://s3.example.ru', S3_BUCKET: 'A', S3_STYLE: 'host' }),
    /S3_ENDPOINT: нужен адрес вида https.*\n.*S3_BUCKET.*\n.*S3_KEY_ID: не задано\n.*S3_SECRET: не задано\n.*S3_STYLE: path или virtual/,
  )
  const local = filesOf({ ...whole, S3_ENDPOINT: 'http://127.0.0.1:9000' })
  assert.equal(local.s3?.endpoint.port, '9000')
})

test('every bad value is named at once, with what is expected', () => {
  const bad = {
    DATABASE_URL: 'mysql://x',
    PORT: '99999',
    POOL_SIZE: 'many',
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  }
  assert.throws(
    () => readConfig(bad),
    (error: Error) => {
      assert.ok(error instanceof BadSettings)
      for (const word of [
        'DATABASE_URL',
        'PORT',
        'не больше 65535',
        'POOL_SIZE',
        'нужно целое число',
        'DEMO',
        'LOG_LEVEL',
        'проверку сертификатов отключать нельзя',
      ])
        assert.ok(error.message.includes(word), word)
      return true
    },
  )
})

test('the page of cards has another name than the product, without a path', () => {
  const nameOf = (CARD_FORM_URL: string) =>
    readConfig({
      DATABASE_URL,
      DEMO: '1',
      DATA_DIR: folder(),
      PUBLIC_URL: 'https://yard.example.ru',
      CARD_FORM_URL,
    }).cardFormUrl
  assert.equal(nameOf('https://card.example.ru'), 'https://card.example.ru')
  assert.equal(nameOf('http://localhost:8080'), 'http://localhost:8080')
  for (const bad of ['https://card.example.ru/x', 'http://card.example.ru', 'card'])
    assert.throws(() => nameOf(bad), /CARD_FORM_URL: нужен адрес вида https/)
  assert.throws(() => nameOf('https://yard.example.ru'), /CARD_FORM_URL: нужно другое имя/)
})

test('without an explicit database the server does not start', () => {
  assert.throws(() => readConfig({ DATA_DIR: folder() }), /DATABASE_URL: не задано/)
})

test('production refuses the keys that the demo made', () => {
  const DATA_DIR = folder()
  assert.equal(readConfig({ DATABASE_URL, DATA_DIR, DEMO: '1' }).demo, true)
  assert.throws(() => readConfig({ DATABASE_URL, DATA_DIR }), /учебные ключи/)
})

test('production refuses missing, open and weak keys', () => {
  const DATA_DIR = folder()
  const secrets = path.join(DATA_DIR, 'secrets')
  assert.throws(() => readConfig({ DATABASE_URL, DATA_DIR }), /нет файла .*session\.key/)
  makeSecrets(secrets)
  assert.deepEqual(readConfig({ DATABASE_URL, DATA_DIR }).keyFolders, [{ dir: secrets }])
  chmodSync(path.join(secrets, 'seal-1.key'), 0o644)
  assert.throws(() => readConfig({ DATABASE_URL, DATA_DIR }), /seal-1\.key открыт другим/)
  chmodSync(path.join(secrets, 'seal-1.key'), 0o600)
  writeFileSync(path.join(secrets, 'pcode-hmac.key'), Buffer.alloc(32))
  assert.throws(() => readConfig({ DATABASE_URL, DATA_DIR }), /pcode-hmac\.key слишком слаб/)
})

test('the demo listens on loopback only, and no other address is allowed without an https address', () => {
  const DATA_DIR = folder()
  assert.throws(
    () => readConfig({ DATABASE_URL, DATA_DIR, DEMO: '1', HOST: '0.0.0.0' }),
    /учебный режим/,
  )
  assert.throws(() => readConfig({ DATABASE_URL, DATA_DIR, HOST: '0.0.0.0' }), /без https/)
})

test('trusted proxies are addresses and networks, never the whole internet', () => {
  const DATA_DIR = folder()
  const read = (TRUSTED_PROXIES: string) =>
    readConfig({ DATABASE_URL, DATA_DIR, DEMO: '1', TRUSTED_PROXIES }).trustedProxies
  assert.deepEqual(read(''), [])
  assert.deepEqual(read(' 10.0.0.5, fd00::/8 ,'), ['10.0.0.5', 'fd00::/8'])
  for (const bad of ['proxy.local', '10.0.0.5/33', '0.0.0.0/0', '::/0', '10.0.0.5/8/8', 'true'])
    assert.throws(() => read(bad), /TRUSTED_PROXIES: нужны адреса или подсети/, bad)
  const many = Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`).join(',')
  assert.throws(() => read(many), /TRUSTED_PROXIES: не больше 20/)
})

test('a database or a process on another machine is reached over verified TLS, or expressly without', () => {
  const told = (settings: object) => {
    try {
      parseEnvironment({ DATABASE_URL: 'postgres://localhost/x', ...settings })
      return ''
    } catch (error) {
      assert.ok(error instanceof BadSettings)
      return error.message
    }
  }
  const base = 'postgres://p:w@db.example.ru/x'
  for (const open of [
    '',
    '?sslmode=disable',
    '?sslmode=no-verify',
    '?sslmode=require&uselibpqcompat=true',
  ])
    assert.match(told({ DATABASE_URL: base + open }), /DATABASE_URL: база на другой машине/, open)
  assert.match(told({ DATABASE_URL: 'postgres://localhost/x?host=db.example.ru' }), /другой машине/)
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_STANDBY_URL'])
    assert.match(told({ [name]: base }), new RegExp(`${name}: база на другой машине`))
  assert.match(told({ PEER_URL: 'http://10.0.0.2:8080' }), /PEER_URL: между машинами нужен https/)
  for (const good of [
    { DATABASE_URL: `${base}?sslmode=verify-full` },
    { DATABASE_URL: base, TLS_WAIVED: 'database' },
    { DATABASE_URL: 'postgres://127.0.0.1:5433/x' },
    { DATABASE_URL: 'postgres://x@db.example.ru/x?host=/var/run/postgresql' },
    { PEER_URL: 'http://127.0.0.1:8081' },
    { PEER_URL: 'https://second.example.ru' },
    { PEER_URL: 'http://10.0.0.2:8080', TLS_WAIVED: 'database,peers' },
  ])
    assert.equal(told(good), '', JSON.stringify(good))
  assert.match(told({ TLS_WAIVED: 'all' }), /TLS_WAIVED: нужны слова/)
})

test('a secret may lie in a file, which only the service can read', () => {
  const dir = folder()
  const file = (name: string, text: string, mode = 0o640) => {
    const place = path.join(dir, name)
    writeFileSync(place, text)
    chmodSync(place, mode)
    return place
  }
  const url = 'postgres://app:tajna@127.0.0.1/x'
  const given = file('url', `${url}\n`)
  for (const name of ['DATABASE_URL', 'DATABASE_STANDBY_URL'] as const)
    assert.equal(
      parseEnvironment({ DATABASE_URL: url, [name]: '', [`${name}_FILE`]: given }).value[name],
      url,
    )
  const metrics = { METRICS_PORT: '0', METRICS_TOKEN_FILE: file('token', 't'.repeat(32), 0o400) }
  assert.equal(parseEnvironment({ DATABASE_URL: url, ...metrics }).metrics!.token, 't'.repeat(32))
  const refused = (settings: object, words: RegExp) =>
    assert.throws(() => parseEnvironment({ ...settings }), words)
  refused(
    { DATABASE_URL_FILE: path.join(dir, 'none') },
    /DATABASE_URL_FILE: файл .* нельзя прочитать/,
  )
  refused({ DATABASE_URL_FILE: file('open', url, 0o644) }, /DATABASE_URL_FILE: файл .* открыт всем/)
  refused({ DATABASE_URL_FILE: file('empty', '\n') }, /пуст/)
  refused({ DATABASE_URL_FILE: given, DATABASE_URL: url }, /DATABASE_URL задано и само/)
  // Only settings that hold a secret: no other file is read for a name in the environment.
  refused({ DATABASE_URL: url, LOG_LEVEL_FILE: given, LOG_LEVEL: 'x' }, /LOG_LEVEL: silent/)
})

test('old databases, metrics and the tax service are reached over verified TLS, or expressly without', () => {
  const told = (settings: object) => {
    try {
      parseEnvironment({ DATABASE_URL: 'postgres://localhost/x', ...settings })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const legacy = (url: string) => ({ LEGACY_OLD_URL: url, LEGACY_OLD_QUERY: 'select 1' })
  const mysql = 'mysql://r:w@10.0.0.5/yard'
  for (const url of [
    'postgres://r:w@10.0.0.5/yard',
    mysql,
    `${mysql}?ssl={}`,
    `${mysql}?ssl=yes`,
    `${mysql}?ssl={"verifyIdentity":true,"rejectUnauthorized":false}`,
  ])
    assert.match(told(legacy(url)), /LEGACY_OLD_URL: старая база на другой машине/, url)
  const metrics = { METRICS_PORT: '0', METRICS_HOST: '10.0.0.1', METRICS_TOKEN: 'x'.repeat(32) }
  assert.match(told(metrics), /METRICS_HOST: показатели ушли бы без TLS/)
  const registry = { REGISTRY_URL: 'https://api.example.ru/party', REGISTRY_KEY: 'k'.repeat(8) }
  assert.match(
    told({ ...registry, REGISTRY_URL: 'http://api.example.ru/party' }),
    /REGISTRY_URL: нужен адрес вида https/,
  )
  assert.match(told({ ...registry, REGISTRY_URL: 'https://u:p@api.example.ru/' }), /REGISTRY_URL/)
  assert.match(told({ ...registry, REGISTRY_KEY: 'a b c d e f' }), /REGISTRY_KEY: нужен ключ/)
  assert.match(told({ REGISTRY_URL: registry.REGISTRY_URL }), /задают вместе/)
  assert.match(told({ REGISTRY_KEY: registry.REGISTRY_KEY }), /задают вместе/)
  assert.match(told({ NPD_CHECK_URL: 'http://tax.example.ru/' }), /NPD_CHECK_URL: нужен https/)
  for (const good of [
    legacy('postgres://r:w@10.0.0.5/yard?sslmode=verify-full'),
    legacy(`${mysql}?ssl={"verifyIdentity":true}`),
    legacy('mysql://r:w@127.0.0.1/yard'),
    legacy('file:///srv/old.csv'),
    { ...legacy(mysql), ...metrics, TLS_WAIVED: 'legacy, metrics' },
    { METRICS_PORT: '0' },
    { NPD_CHECK_URL: 'http://127.0.0.1:9/' },
    registry,
    { ...registry, REGISTRY_URL: 'http://127.0.0.1:9/party' },
  ])
    assert.equal(told(good), '', JSON.stringify(good))
})
