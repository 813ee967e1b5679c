import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMailServer } from '#test/mail/mail-server.ts'
import { openMailer } from './mailer.ts'

const HOME = 'http://127.0.0.1:8080'
const letter = {
  to: 'sklad@example.ru',
  subject: 'Приёмка: Выплата отклонена',
  text: 'Выплата 1 000,00 ₽: счёт закрыт\n\nhttp://127.0.0.1:8080/operator/payments',
}
const from = 'priemka@example.ru'

test('a letter in Russian reaches a real mail server, with a password', async () => {
  await using server = await openMailServer({ password: 'тайна/1' })
  await openMailer({ url: server.url, from }, HOME).send(letter)
  const [arrived] = server.letters
  assert.equal(arrived!.to, letter.to)
  assert.match(arrived!.raw, /^From: priemka@example\.ru\r$/m)
  assert.match(arrived!.raw, /^Subject: =\?UTF-8\?/m)
  assert.match(arrived!.words, /Выплата 1 000,00 ₽: счёт закрыт/)
})

test('a letter has a page beside its words: only addresses of the product are links, and what people typed is text', async () => {
  await using server = await openMailServer()
  const text = [
    'Итоги дня 28.11.2026: 12,4 т',
    '',
    `Принято: 12,4 т на 372 000 ₽\n${HOME}/operator/acts?from=2026-11-28&to=2026-11-28`,
    '',
    `<b>Рога & копыта</b>\nhttps://example.ru/pay\n${HOME}.example.ru/pay`,
    '',
    `${HOME}/operator`,
    '',
    `Какие письма приходят, выбирают в учётной записи: ${HOME}/account`,
  ].join('\n')
  await openMailer({ url: server.url, from }, HOME).send({ ...letter, text })
  const { words, page } = server.letters[0]!
  assert.equal(words.trim().replaceAll('\r\n', '\n'), text)
  const links = [...page!.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, to, name]) => [
    name,
    to,
  ])
  assert.deepEqual(links, [
    ['Принято', `${HOME}/operator/acts?from=2026-11-28&amp;to=2026-11-28`],
    ['Открыть в Приёмке', `${HOME}/operator`],
    ['Какие письма приходят, выбирают в учётной записи', `${HOME}/account`],
  ])
  assert.match(page!, /&lt;b&gt;Рога &amp; копыта&lt;\/b&gt;<br \/>https:\/\/example\.ru\/pay/)
  assert.match(page!, /max-width:600px/)
  assert.match(page!, /name="color-scheme" content="light dark"/)
})

test('a line feed in a subject makes no header of its own', async () => {
  await using server = await openMailServer()
  await openMailer({ url: server.url, from }, HOME).send({
    ...letter,
    subject: 'a\r\nBcc: all@example.ru',
  })
  assert.doesNotMatch(server.letters[0]!.raw, /^Bcc:/m)
  assert.equal(server.letters[0]!.to, letter.to)
})

test('a wrong password, an unknown mailbox and an absent server are reported', async () => {
  await using server = await openMailServer({ password: 'right', refuses: /nobody@/ })
  const wrong = openMailer({ url: server.url.replace('right', 'wrong'), from }, HOME)
  await assert.rejects(wrong.send(letter), /Неверный пароль|535/)
  const known = openMailer({ url: server.url, from }, HOME)
  await assert.rejects(known.send({ ...letter, to: 'nobody@example.ru' }), /Такого ящика нет/)
  const away = openMailer({ url: 'smtp://127.0.0.1:1', from }, HOME)
  await assert.rejects(away.send(letter), /ECONNREFUSED/)
  assert.deepEqual(server.letters, [])
})

test('an untrusted certificate is refused, and nothing is sent', async () => {
  await using server = await openMailServer({ secure: true })
  await assert.rejects(openMailer({ url: server.url, from }, HOME).send(letter), /certificate/i)
  assert.deepEqual(server.letters, [])
})
