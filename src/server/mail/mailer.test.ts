import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMailServer } from '#test/mail/mail-server.ts'
import { openMailer } from './mailer.ts'

const letter = {
  to: 'sklad@example.ru',
  subject: 'Приёмка: Выплата отклонена',
  text: 'Выплата 1 000,00 ₽: счёт закрыт\n\nhttp://127.0.0.1:8080/operator/payments',
}
const from = 'priemka@example.ru'

test('a letter in Russian reaches a real mail server, with a password', async () => {
  await using server = await openMailServer({ password: 'тайна/1' })
  await openMailer({ url: server.url, from }).send(letter)
  const [arrived] = server.letters
  assert.equal(arrived!.to, letter.to)
  assert.match(arrived!.raw, /^From: priemka@example\.ru\r$/m)
  assert.match(arrived!.raw, /^Subject: =\?UTF-8\?/m)
  assert.match(arrived!.words, /Выплата 1 000,00 ₽: счёт закрыт/)
})

test('a line feed in a subject makes no header of its own', async () => {
  await using server = await openMailServer()
  await openMailer({ url: server.url, from }).send({
    ...letter,
    subject: 'a\r\nBcc: all@example.ru',
  })
  assert.doesNotMatch(server.letters[0]!.raw, /^Bcc:/m)
  assert.equal(server.letters[0]!.to, letter.to)
})

test('a wrong password, an unknown mailbox and an absent server are reported', async () => {
  await using server = await openMailServer({ password: 'right', refuses: /nobody@/ })
  const wrong = openMailer({ url: server.url.replace('right', 'wrong'), from })
  await assert.rejects(wrong.send(letter), /Неверный пароль|535/)
  const known = openMailer({ url: server.url, from })
  await assert.rejects(known.send({ ...letter, to: 'nobody@example.ru' }), /Такого ящика нет/)
  const away = openMailer({ url: 'smtp://127.0.0.1:1', from })
  await assert.rejects(away.send(letter), /ECONNREFUSED/)
  assert.deepEqual(server.letters, [])
})

test('an untrusted certificate is refused, and nothing is sent', async () => {
  await using server = await openMailServer({ secure: true })
  await assert.rejects(openMailer({ url: server.url, from }).send(letter), /certificate/i)
  assert.deepEqual(server.letters, [])
})
