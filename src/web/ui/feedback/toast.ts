import { create } from 'zustand'

export type ToastStyle = 'error' | 'success' | 'warning' | 'info'

export interface Toast {
  id: number
  style: ToastStyle
  text: string
  /** Equal toasts on screen are one with a count. */
  count: number
  at: number
}

/** Specification 9: a toast is shown for 2 seconds. */
export const TOAST_MS = 2000
const MAX_SHOWN = 4
/** The bell keeps the last toasts of this tab, since 2 s are short. */
const MAX_KEPT = 50

interface Toasts {
  shown: Toast[]
  kept: Toast[]
}

export const useToasts = create<Toasts>(() => ({ shown: [], kept: [] }))

let lastId = 0

function show(style: ToastStyle, text: string) {
  useToasts.setState(({ shown, kept }) => {
    const same = shown.find((toast) => toast.style === style && toast.text === text)
    const toast = { id: ++lastId, style, text, count: (same?.count ?? 0) + 1, at: Date.now() }
    return {
      shown: [...shown.filter((other) => other !== same), toast].slice(-MAX_SHOWN),
      kept: [toast, ...kept].slice(0, MAX_KEPT),
    }
  })
}

export function dropToast(id: number) {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }))
}

/** Messages of 2 seconds in four styles; never the only sign of a failure. */
export const toast = {
  error: (text: string) => show('error', text),
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
}
