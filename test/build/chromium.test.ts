import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from '../../scripts/chromium.ts'

const among =
  (...installed: string[]) =>
  (place: string) =>
    installed.includes(place)

test('the headless shell is preferred to the whole browser, which is used where it is the only one', () => {
  const [shell, whole] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  assert.equal(findChromium(among(whole, shell), ''), shell)
  assert.equal(findChromium(among(whole), ''), whole)
  assert.equal(findChromium(among(), ''), undefined)
})

test('the Chromium named by CHROMIUM is used first, unless it does not exist', () => {
  const [shell, own] = ['/usr/bin/chromium-headless-shell', '/opt/own/chromium']
  assert.equal(findChromium(among(shell, own), own), own)
  assert.equal(findChromium(among(shell), own), shell)
})
