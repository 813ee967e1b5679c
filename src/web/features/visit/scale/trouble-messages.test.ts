import assert from 'node:assert/strict'
import { test } from 'node:test'
import { troublesOf, type WatchedDevice } from './trouble-messages.ts'

const device = (
  kind: WatchedDevice['kind'],
  title: string,
  part: Partial<WatchedDevice> = {},
): WatchedDevice => ({
  kind,
  title,
  status: 'online',
  status_detail: '',
  verification_until: null,
  zero_drift_g: null,
  e_g: 20_000,
  ...part,
})
const gone = { status: 'offline' as const, status_detail: 'Нет связи с площадкой' }

test('an offline site is one message, whatever devices the post has', () => {
  const words = troublesOf([
    device('camera', 'Спереди', gone),
    device('camera', 'Сзади', gone),
    device('plate_camera', 'Номера', gone),
    device('scale', 'Весы 1', gone),
  ])
  assert.deepEqual(words, [
    'Нет связи с площадкой: молчат весы, камеры, чтение номеров. Вес вернётся на экран сам; что весы запомнят тем временем, появится в «Без связи».',
  ])
})

test('each lost device has a message with what can be done without it', () => {
  const silent = { status: 'offline' as const, status_detail: 'Камера не отвечает' }
  const words = troublesOf([
    device('camera', 'Спереди', silent),
    device('camera', 'Сзади'),
    device('plate_camera', 'Номера', silent),
    device('scale', 'Весы 1', { status: 'offline', status_detail: 'Весы не отвечают' }),
  ])
  assert.deepEqual(words, [
    'Спереди: Камера не отвечает. Взвешивать можно, снимка этой камеры не будет.',
    'Номера: Камера не отвечает. Номер машины впишите сами.',
    'Весы 1: Весы не отвечают. Вес вернётся на экран сам, как только весы ответят.',
  ])
})

test('an expired verification and a shifted zero are shown beside lost devices, a starting camera is not', () => {
  const words = troublesOf([
    device('camera', 'Спереди', { status: 'offline' }),
    device('scale', 'Весы 1', { verification_until: '2020-01-31', zero_drift_g: 80_000 }),
  ])
  assert.equal(words.length, 2)
  assert.match(words[0]!, /^Поверка весов истекла 31\.01\.2020/)
  assert.match(words[1]!, /^Ноль весов уходит: 80\sкг за сутки/)
})
