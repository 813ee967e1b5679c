import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FoundCameras } from '#contract/device/camera-search.ts'
import { isAllowed } from '../site/allowed-address.ts'

/** Where probes go: the multicast address of WS-Discovery, or another one for a simulator on this machine. */
export interface ProbeTarget {
  host: string
  port: number
}

/** Cameras answer within half a second, slow ones within two. */
const LISTEN_MS = 2500
const MAX_CAMERAS = 30
const MAX_ANSWER = 16_384

/** ONVIF cameras that answer one probe; an answer with an address outside the site's network is left out. */
export async function probeNetwork(
  { host, port }: ProbeTarget,
  allowLoopback: boolean,
): Promise<FoundCameras['cameras']> {
  const found = new Map<string, FoundCameras['cameras'][number]>()
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('error', (error) => console.error('The network cannot be probed', error))
  socket.on('message', (message) => {
    if (message.length > MAX_ANSWER || found.size >= MAX_CAMERAS) return
    for (const camera of camerasIn(message.toString('utf8'), allowLoopback))
      found.set(`${camera.host}:${camera.port}`, camera)
  })
  socket.send(probe(), port, host)
  await sleep(LISTEN_MS)
  socket.close()
  return [...found.values()]
}

/** A camera with several network cards names several addresses; the first that can be reached is taken. */
function camerasIn(xml: string, allowLoopback: boolean): FoundCameras['cameras'] {
  const addresses = /<(?:\w+:)?XAddrs[^>]*>([^<]{1,2000})</.exec(xml)?.[1]?.trim().split(/\s+/)
  const url = addresses
    ?.filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    .find(({ hostname }) => isAllowed(hostname, allowLoopback))
  if (!url) return []
  const scope = /onvif:\/\/www\.onvif\.org\/name\/([^\s<]{1,200})/.exec(xml)?.[1] ?? ''
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return [{ host: url.hostname, port, name: decodeText(scope).slice(0, 60), profiles: [] }]
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Some firmwares write a name with a bare percent sign.
    return text
  }
}

function probe(): string {
  const discovery = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
  return (
    '<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"' +
    ` xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="${discovery}"` +
    ' xmlns:n="http://www.onvif.org/ver10/network/wsdl"><e:Header>' +
    `<a:MessageID>urn:uuid:${randomUUID()}</a:MessageID>` +
    '<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>' +
    `<a:Action>${discovery}/Probe</a:Action></e:Header><e:Body><d:Probe>` +
    '<d:Types>n:NetworkVideoTransmitter</d:Types></d:Probe></e:Body></e:Envelope>'
  )
}
