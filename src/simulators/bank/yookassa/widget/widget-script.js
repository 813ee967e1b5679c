// The same interface as the provider's `payouts-data`: the form itself is a page of the bank in a frame of its own, so that the page
// that shows it never has the number.
;(() => {
  const base = new URL('.', document.currentScript.src)

  window.PayoutsData = class PayoutsData {
    #options
    #listener = null

    constructor(options) {
      if (options.type !== 'payout') throw new Error('type: payout is expected')
      this.#options = options
    }

    async render(id) {
      const place = document.getElementById(id)
      if (place === null) throw new Error(`no element ${id}`)
      const frame = document.createElement('iframe')
      const address = new URL('form', base)
      address.searchParams.set('account_id', this.#options.account_id)
      frame.title = 'Карта для выплаты'
      frame.src = address.href
      frame.style.cssText = 'border:0;width:100%;height:13rem;display:block'
      this.clearListeners()
      this.#listener = (event) => {
        if (event.source !== frame.contentWindow) return
        const { card, error } = event.data ?? {}
        if (card !== undefined) this.#options.success_callback(card)
        else if (typeof error === 'string') this.#options.error_callback(error)
      }
      window.addEventListener('message', this.#listener)
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true })
        place.replaceChildren(frame)
      })
    }

    clearListeners() {
      if (this.#listener !== null) window.removeEventListener('message', this.#listener)
      this.#listener = null
    }
  }
})()
