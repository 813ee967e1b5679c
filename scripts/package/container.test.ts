import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseEnvironment } from '#server/config.ts'

// No container can run where the tests run: the files are held to what the server and its package say.
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const image = read('container/Containerfile')
const GIVEN: Record<string, string> = {
  VERSION: '0.1.0',
  PUBLIC_URL: 'https://priyomka.example.ru',
  SUPERUSER_PASSWORD: 'super',
  OWNER_PASSWORD: 'owner',
  APP_PASSWORD: 'app',
}

/** The environment of a service: of the image, then of the compose file. */
function environmentOf(service: string): Record<string, string> {
  const text = read('container/compose.yaml')
  const part = new RegExp(`^  ${service}:\n((?:(?:    .*)?\n)+)`, 'm').exec(text)![1]!
  const block = /^    environment:\n((?:      .*\n)+)/m.exec(part)![1]!
  const pairs = block
    .split('\n')
    .map((line) => /^ {6}(\w+): (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, value]) => [
      name,
      value!.replaceAll(/\$\{(\w+)(?::\?)?\}/g, (_, w: string) => GIVEN[w]!),
    ])
  const ofImage = /^ENV (.*)$/m
    .exec(image)![1]!
    .split(' ')
    .map((pair) => pair.split('='))
  return Object.fromEntries([...ofImage, ...pairs]) as Record<string, string>
}

test('the server of the compose file accepts its settings, and does not know the owner', () => {
  const env = environmentOf('server')
  const { value, publicUrl } = parseEnvironment(env)
  assert.deepEqual([value.HOST, publicUrl], ['0.0.0.0', GIVEN['PUBLIC_URL']])
  assert.equal(value.DATABASE_OWNER_URL, undefined)
  assert.doesNotMatch(JSON.stringify(env), /owner/)
})

test('what migrates accepts its settings', () => {
  const { value } = parseEnvironment(environmentOf('migrate'))
  assert.equal(value.DATABASE_OWNER_URL, 'postgres://priyomka:owner@database/priyomka')
})

test('the image starts what the unit of systemd starts, as its user', () => {
  const unit = read('systemd/priyomka@.service')
  const words = [...image.matchAll(/^(?:ENTRYPOINT|CMD) (.*)$/gm)].flatMap(
    ([, list]) => JSON.parse(list!) as string[],
  )
  assert.equal(/^ExecStart=(.*)$/m.exec(unit)![1], words.join(' '))
  assert.equal(/^WorkingDirectory=(.*)$/m.exec(unit)![1], /^WORKDIR (.*)$/m.exec(image)![1])
  assert.equal(/^User=(.*)$/m.exec(unit)![1], /^USER (.*)$/m.exec(image)![1])
})
