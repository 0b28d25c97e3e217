// Browsers start no worker for a page that is opened from disk: search then runs in a hidden frame.
window.IFrameWorker = class extends EventTarget {
  constructor(url) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    this.ready = new Promise((resolve) => {
      const start = () => {
        document.body.appendChild(this.frame);
        const inside = this.frame.contentWindow;
        inside.IFrameWorker = window.IFrameWorker;
        inside.postMessage = (data) => {
          const event = new MessageEvent("message", { data });
          this.dispatchEvent(event);
          if (this.onmessage) this.onmessage(event);
        };
        inside.importScripts = (...sources) =>
          sources.reduce((before, source) => before.then(() => load(source)), Promise.resolve());
        const load = (source) =>
          new Promise((done) => {
            const script = inside.document.createElement("script");
            script.src = source;
            script.onload = done;
            inside.document.body.appendChild(script);
          });
        load(String(url)).then(() => resolve(inside));
      };
      if (document.body) start();
      else document.addEventListener("DOMContentLoaded", start);
    });
  }

  postMessage(data) {
    this.ready.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
  }

  terminate() {
    this.frame.remove();
  }
};
if (location.protocol === "file:") window.Worker = window.IFrameWorker;
