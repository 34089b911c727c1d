/// How reports look: light and dark, on a telephone, on paper.
enum Stylesheet {
  static let css: StaticString = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#59636e;--line:#d1d9e0;--card:#f6f8fa;
    --good:#1a7f37;--bad:#cf222e;--warn:#9a6700;
    --s0:#1f77b4;--s1:#d1495b;--s2:#edae49;--s3:#66a182;--s4:#8d6cab;--s5:#2e4057;--s6:#9aa5b1;--s7:#b08968}
    @media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#3d444d;
    --card:#151b23;--good:#3fb950;--bad:#ff7b72;--warn:#d29922;
    --s0:#58a6e0;--s1:#ff7b8a;--s2:#f2c46d;--s3:#7fc8a0;--s4:#b99ad6;--s5:#8fa3bf;--s6:#7d8894;--s7:#cfa98a}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
    header,main,footer{max-width:60rem;margin:0 auto;padding:1rem}main{padding-top:0}
    h1{font-size:1.3rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.5rem 0 .3rem}h3{font-size:1rem}
    h1,h2,h3,p,li{overflow-wrap:anywhere}p{margin:.3rem 0}.dim{color:var(--dim)}a{color:inherit}
    .verdict{font-size:1.25rem;font-weight:600;border-left:.4rem solid;padding:.4rem .8rem;background:var(--card)}
    .good{border-color:var(--good)}.bad{border-color:var(--bad)}.warn{border-color:var(--warn)}
    .cards{display:grid;grid-template-columns:1fr 1fr;gap:.6rem;margin:1rem 0}
    .cards .money{grid-column:span 2;border-left:.4rem solid var(--warn)}
    ul.changes{margin:.6rem 0 1rem;padding-left:1.2rem}
    .cards div{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.5rem .7rem}
    .cards dt{color:var(--dim);font-size:.85rem}.cards dd{margin:0;font-size:1.2rem;font-weight:600}
    .cards .small{font-size:.85rem;font-weight:400;color:var(--dim)}.cards .up{color:var(--bad)}
    nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem .9rem}
    figure{margin:.6rem 0;max-width:44rem}svg{display:block;width:100%;height:auto}
    svg text{fill:var(--fg);font-size:13px}svg .axis{stroke:var(--line)}
    .s0{fill:var(--s0);background:var(--s0)}.s1{fill:var(--s1);background:var(--s1)}
    .s2{fill:var(--s2);background:var(--s2)}.s3{fill:var(--s3);background:var(--s3)}
    .s4{fill:var(--s4);background:var(--s4)}.s5{fill:var(--s5);background:var(--s5)}
    .s6{fill:var(--s6);background:var(--s6)}.s7{fill:var(--s7);background:var(--s7)}
    figcaption ul{list-style:none;padding:0;margin:.2rem 0;display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.85rem}
    .key{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:.15em}
    .scroll{overflow-x:auto;max-width:100%}
    table{border-collapse:collapse;font-size:.88rem;min-width:min(100%,32rem)}
    th,td{text-align:left;padding:.25rem 1.1rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    td.t{min-width:12rem;overflow-wrap:anywhere}td.s{white-space:nowrap}
    th{color:var(--dim);font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    code,.mono{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
    @media (min-width:48rem){.cards{grid-template-columns:repeat(4,1fr)}svg text{font-size:8.5px}}
    @media print{:root{color-scheme:light}body{font-size:10pt}nav{display:none}header,main,footer{max-width:none;padding:0}
    h2,h2+p,figure{break-after:avoid}tr,figure,.cards{break-inside:avoid}.scroll{overflow:visible}
    figure{max-width:28rem}svg text{font-size:9px}
    table{font-size:8pt;min-width:0}th,td{padding-right:.6rem}th,td,td.s,.n{white-space:normal}td{overflow-wrap:anywhere}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
