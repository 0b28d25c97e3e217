// Gives Node.js what game engines expect of a browser. Nothing is drawn: a canvas takes every call.
import {JSDOM} from "jsdom";

const {window} = new JSDOM("<!doctype html><body><canvas></canvas></body>", {
    pretendToBeVisual: true,
    url: "http://localhost/",
});
globalThis.window = window;
for (const key of Object.getOwnPropertyNames(window)) {
    if (!(key in globalThis)) globalThis[key] = window[key];
}
for (const key of ["Event", "EventTarget", "CustomEvent", "XMLHttpRequest"]) globalThis[key] = window[key];
for (const key of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
    globalThis[key] = window[key].bind(window);
}
const context = new Proxy({canvas: {width: 1, height: 1}}, {
    get: (own, key) => {
        if (key in own) return own[key];
        if (key === "getImageData") return () => ({data: new Uint8ClampedArray(4)});
        if (key === "measureText") return () => ({width: 1});
        return () => context;
    },
    set: (own, key, value) => { own[key] = value; return true; },
});
window.HTMLCanvasElement.prototype.getContext = () => context;
